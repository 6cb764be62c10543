import { languages, type Language } from '#protocol/languages.ts'
import { languageOf } from './file-names.ts'
import { missing, type Precache } from './precache.ts'

/** The build with the texts of these languages alone: enough to open every page in them. */
export function withLanguages(precache: Precache, spoken: readonly string[]): Precache {
  const assets = precache.assets.filter((asset) => {
    const language = languageOf(asset)
    return language === undefined || spoken.includes(language)
  })
  return { ...precache, assets }
}

/** The languages whose texts are all on this device. */
export async function languagesAboard(precache: Precache): Promise<Language[]> {
  const lacking = new Set((await missing(precache)).map(languageOf))
  return languages.filter((it) => !lacking.has(it))
}

/**
 * What pages answered when they were asked for their language. Where none was asked, or one doesn't say, all languages
 * are needed: a text that was here before an update must not be gone after it.
 */
export function neededLanguages(answers: readonly unknown[]): readonly string[] {
  const said = answers.filter((it) => typeof it === 'string')
  return said.length > 0 && said.length === answers.length ? [...new Set(said)] : languages
}
