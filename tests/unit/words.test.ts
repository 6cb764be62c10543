import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages, type Language } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'

const guide = readFileSync(join(root, 'docs/words.md'), 'utf8')
const translated = languages.filter((it) => it !== 'en')

test('no English text has a word that the guide has not chosen', () => {
  expect(wordsNotChosen('en').length).toBeGreaterThan(3)
  expect(found('en', textsIn('en'))).toEqual([])
})

test('a word is found in any case, as a whole word', () => {
  expect(notChosenIn('The number travels Sealed', 'en')).toEqual(['sealed', 'travels sealed'])
  expect(notChosenIn('unsealed', 'en')).toEqual([])
})

test('an Arabic word is found with its article and its vowels; Thai and Chinese need no space round a word', () => {
  expect(patternOf('سحوبات', 'ar').test(plain('كل السُّحوبات'))).toBe(true)
  expect(patternOf('شحن', 'ar').test(plain('شحنة'))).toBe(false)
  expect(patternOf('本机', 'zh-Hans').test('保存在本机上')).toBe(true)
})

test.each(translated)('in %s no text has a word that the guide has not chosen', (language) => {
  const texts = textsIn(language)
  expect(texts.length).toBeGreaterThan(2000)
  expect(wordsNotChosen(language).length > 3).toBe(guide.includes(`\n### ${language}\n`))
  expect(found(language, texts)).toEqual([])
})

test("a language's texts are also those that stand among others in one file", () => {
  const texts = textsIn('id').join('\n')
  for (const text of ['Roda emas', 'Bank tutup pada hari itu', 'Skuter listrik ringan', 'Voucer $5,00'])
    expect(texts).toContain(text)
  expect(texts).not.toContain('Kereta elektrik kecil')
})

test.each(translated)("in %s the guide's words are the catalogues' words", (language) => {
  const texts = plain(textsOf(`locales/${language}`).join('\n'))
  const [head = [], ...terms] = rowsOf('## One word for one thing')
  const column = head.indexOf(language)
  expect(terms.length).toBeGreaterThan(20)
  expect(
    terms.map((cells) => cells[column] ?? '').filter((word) => word === '' || !texts.includes(plain(word))),
  ).toEqual([])
})

/** The words of a language's table of words not chosen. */
function wordsNotChosen(language: Language): string[] {
  return rowsOf(language === 'en' ? '## Words not chosen' : `### ${language}`)
    .slice(1)
    .flatMap(([not = '']) => [...not.matchAll(/`([^`]+)`/g)].map((it) => it[1]!))
}

function notChosenIn(text: string, language: Language): string[] {
  return wordsNotChosen(language).filter((word) => patternOf(word, language).test(plain(text)))
}

function found(language: Language, texts: [string, string][]): string[] {
  const words = wordsNotChosen(language).map((word) => ({ word, pattern: patternOf(word, language) }))
  return texts.flatMap(([file, text]) =>
    words.filter(({ pattern }) => pattern.test(plain(text))).map(({ word }) => `${file}: ${word}: ${text}`),
  )
}

/** A whole word: in Arabic also with what is written onto its front. Thai and Chinese have no spaces between words. */
function patternOf(word: string, language: Language): RegExp {
  const escaped = plain(word).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  if (language === 'th' || language === 'zh-Hans') return new RegExp(escaped, 'u')
  const onto = language === 'ar' ? '[وفبلك]{0,2}(?:ال)?' : ''
  return new RegExp(`(?<![\\p{L}\\d_])${onto}${escaped}(?![\\p{L}\\d_])`, 'u')
}

/** What a language says, with the file it stands in: its catalogues, and its lines of the server's files. */
function textsIn(language: Language): [string, string][] {
  const own = [`http/messages/${language.toLowerCase()}.ts`, `notices/texts/${language.toLowerCase()}.ts`]
  const articles = `features/news/articles/${language}`
  return [
    ...textsOf(`locales/${language}`).map((text): [string, string] => [`locales/${language}`, text]),
    ...serverFiles().flatMap(([file, source]) =>
      (own.includes(file) || file.startsWith(`${articles}/`)
        ? source.split('\n')
        : otherFolders.some((it) => file.startsWith(it))
          ? []
          : linesOf(language, source)
      ).map((line): [string, string] => [`server/${file}`, line]),
    ),
  ]
}

/** Folders whose files each say one language. */
const otherFolders = ['http/messages/', 'notices/texts/', 'features/news/articles/']

/** The server's files that say something in several languages, or in one other than English. */
function serverFiles(): [string, string][] {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json|md)$/.test(file))
    .map((file): [string, string] => [file, readFileSync(join(root, 'server', file), 'utf8')])
}

/** What stands under a language's key, and its text in a call of `inAll`. */
function linesOf(language: Language, source: string): string[] {
  const keyed = new RegExp(`^( *)['"]?${language}['"]?: (.*(?:\\n\\1 +.*)*)`, 'gm')
  const at = languages.indexOf(language)
  return [
    ...[...source.matchAll(keyed)].flatMap((it) => it[2]!.split('\n')),
    ...[...source.matchAll(/\binAll\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap((call) => {
      const texts = [...call[1]!.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map((it) => it[2]!)
      return texts.slice(at, at === languages.length - 1 ? undefined : at + 1)
    }),
  ]
}

/** What the catalogues of a folder say. */
function textsOf(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((file) =>
    [...readFileSync(join(root, folder, file), 'utf8').matchAll(/^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)/gm)].map((it) =>
      [...it[1]!.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1]).join(''),
    ),
  )
}

/** Small letters, without the short vowels that Arabic may write or leave out. */
function plain(text: string): string {
  return text.replaceAll(/[\u064B-\u0652]/g, '').toLowerCase()
}

/** The rows of the table under a heading of the guide, as cells, its head first. */
function rowsOf(heading: string): string[][] {
  const section = guide.split(`\n${heading}\n`)[1]?.split('\n#')[0] ?? ''
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return rows.filter((_, at) => at !== 1)
}
