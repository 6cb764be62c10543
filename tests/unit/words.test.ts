import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'

const guide = readFileSync(join(root, 'docs/words.md'), 'utf8')
const notChosen = rowsOf('Words not chosen')
  .slice(1)
  .flatMap(([not = '']) => [...not.matchAll(/`([^`]+)`/g)].map((it) => it[1]!))

test('no English text has a word that the guide has not chosen', () => {
  expect(notChosen.length).toBeGreaterThan(3)
  expect(
    englishTexts().flatMap(([file, text]) => notChosenIn(text).map((word) => `${file}: ${word}: ${text}`)),
  ).toEqual([])
})

test('a word is found in any case, as a whole word', () => {
  expect(notChosenIn('The number travels Sealed')).toEqual(['sealed', 'travels sealed'])
  expect(notChosenIn('unsealed')).toEqual([])
})

test.each(languages.filter((it) => it !== 'en'))("in %s the guide's words are the catalogues' words", (language) => {
  const texts = plain(textsOf(`locales/${language}`).join('\n'))
  const [head = [], ...terms] = rowsOf('One word for one thing')
  const column = head.indexOf(language)
  expect(terms.length).toBeGreaterThan(20)
  expect(
    terms.map((cells) => cells[column] ?? '').filter((word) => word === '' || !texts.includes(plain(word))),
  ).toEqual([])
})

function notChosenIn(text: string): string[] {
  return notChosen.filter((word) => new RegExp(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`, 'iu').test(text))
}

/** Every English text with the file it stands in: catalogues, the server's messages, notices and demonstration. */
function englishTexts(): [string, string][] {
  const ofServer = [
    'server/http/messages/en.ts',
    'server/notices/texts/en.ts',
    'server/features/games/demo-rules.ts',
    'server/features/products/demo-catalogue.ts',
  ]
  const articles = 'server/features/news/articles/en'
  const questions = 'server/features/rewards/questions'
  return [
    ...textsOf('locales/en').map((text): [string, string] => ['locales/en', text]),
    ...ofServer.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map(
        (it): [string, string] => [file, it[2]!],
      ),
    ),
    ...[articles, questions].flatMap((folder) =>
      readdirSync(join(root, folder)).flatMap((file) =>
        readFileSync(join(root, folder, file), 'utf8')
          .split('\n')
          .map((line): [string, string] => [`${folder}/${file}`, line]),
      ),
    ),
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
  const section = guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
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
