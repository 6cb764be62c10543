import { i18n, type Messages } from '@lingui/core'
import { defaultLanguage, intlLocaleOf, languageFor, regionFor, type Language } from '#protocol/languages.ts'
import { speakAs } from '../api/api.ts'
import { createSignal } from '../lib/signal.ts'
import { saveLocale, savedLocale, type SavedLocale } from './saved-locale.ts'

type Load = () => Promise<{ messages: Messages }>

/** The texts of the first frame: the shell, Home, and the components on it. The rest is in texts.ts. */
export const firstTexts: Record<Language, Load> & Partial<Record<string, Load>> = {
  en: () => import('../../locales/en/first.po'),
  id: () => import('../../locales/id/first.po'),
  ms: () => import('../../locales/ms/first.po'),
  vi: () => import('../../locales/vi/first.po'),
  th: () => import('../../locales/th/first.po'),
  'zh-Hans': () => import('../../locales/zh-Hans/first.po'),
  ar: () => import('../../locales/ar/first.po'),
  ...(import.meta.env.DEV && { pseudo: () => import('../../locales/pseudo/first.po') }),
}

const defaultCountry = 'ID'
export interface Locale {
  language: string
  hasChosenLanguage: boolean
  chosenCountry?: string | undefined
  country: string
}

export const locale = createSignal<Locale>({
  language: defaultLanguage,
  hasChosenLanguage: false,
  country: defaultCountry,
})
/** Codes of the languages that the app is translated into. */
export const languageList = Object.keys(firstTexts)

let chosen: SavedLocale = {}
/** What was chosen, also while its text still loads. */
let wanted = chosen
let activating: Promise<void> | undefined

/**
 * Call this before the first frame. The language is the one chosen on this device, else the first of the browser's that
 * the app has, else English.
 */
export function activateLocale(): Promise<void> {
  activating ??= activate()
  return activating
}

async function activate(): Promise<void> {
  wanted = chosen = savedLocale()
  const wished = languageFor([chosen.language ?? '', ...navigator.languages], languageList)
  try {
    await speak(chosen, wished)
  } catch {
    // The language's text was never fetched and there is no network: any text is better than none.
    const aboard = await import('./texts.ts').then((it) => it.languagesAboard())
    await speak(chosen, aboard.find((it) => it !== wished && it in firstTexts) ?? defaultLanguage)
  }
}

/**
 * Changes language, country or both, and saves the choice; of two at once the last one holds. Rejects where the text of
 * the language can't be fetched. A country that was chosen meanwhile holds all the same.
 */
export async function chooseLocale(change: SavedLocale): Promise<void> {
  wanted = { ...wanted, ...change }
  const { language } = wanted
  try {
    await speak(wanted, undefined, true)
  } catch (cause) {
    if (wanted.language === language) {
      wanted = { ...wanted, language: chosen.language }
      await speak(wanted, locale.getSnapshot().language, true)
    }
    if (change.language !== undefined) throw cause
  }
}

/** Speaks as another tab has chosen. Rejects where the text of the language can't be fetched. */
export function rereadLocale(): Promise<void> {
  return speak((wanted = savedLocale()))
}

/** Areas whose texts were requested. */
const spoken = new Set<string>()
const loaded = new Map<string, Promise<void>>()

/**
 * Resolves when the texts of an area's screens, and of the components on them, are loaded. Rejects where they can't be
 * fetched; the next call tries again.
 */
export async function untilTextOf(area?: string): Promise<void> {
  await activateLocale()
  const { language } = locale.getSnapshot()
  await Promise.all(['ui', ...(area === undefined ? [] : [area])].map((it) => loadText(language, i18n.locale, it)))
}

function loadText(language: string, tag: string, area: string): Promise<void> {
  spoken.add(area)
  const key = `${tag} ${area}`
  const loading =
    loaded.get(key) ??
    import('./texts.ts')
      .then((it) => it.textOf(language, area))
      // `load` has the whole page drawn anew. Most texts are loaded before anything says them, and need none of that.
      .then((messages) =>
        isLacking || tag !== i18n.locale ? i18n.load(tag, messages) : void Object.assign(i18n.messages, messages),
      )
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}

/** Whether something was drawn whose text wasn't there yet. */
let isLacking: boolean | undefined
i18n.on('missing', () => {
  isLacking = true
})

let turns = 0

/** Where it saves, it does so before anybody is told: what is kept for the next start depends on what is saved. */
async function speak(
  choice: SavedLocale,
  language = choice.language ?? locale.getSnapshot().language,
  saves = false,
): Promise<void> {
  const { country } = choice
  const turn = ++turns
  // The tag under which the text is active decides the format of numbers and dates.
  const tag = intlLocaleOf(language, country ?? regionFor(language, navigator.languages))
  const { messages } = await firstTexts[language]!()
  // Loads all texts before showing any, also of areas opened meanwhile: a mix of two languages is worse than the old
  // one.
  for (let known = -1; known < spoken.size;) {
    known = spoken.size
    await Promise.all([...spoken].map((area) => loadText(language, tag, area)))
  }
  // A later choice has replaced this one.
  if (turn !== turns) return
  chosen = choice
  if (saves) saveLocale(choice)
  i18n.load(tag, messages)
  i18n.activate(tag)
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const next = { language, country: country ?? defaultCountry }
  speakAs(next)
  locale.set({ ...next, hasChosenLanguage: chosen.language !== undefined, chosenCountry: country })
}
