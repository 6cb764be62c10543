import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'

const fresh = '.tmp/catalogues'

const parts = readdirSync(join(root, 'locales/en')).map((it) => it.replace('.po', ''))
const translated = languages.filter((it) => it !== 'en')

beforeAll(() => {
  rmSync(join(root, fresh), { recursive: true, force: true })
  const extracted = spawnSync(process.execPath, ['node_modules/.bin/lingui', 'extract', '--clean', '--workers', '1'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CATALOGUES: fresh },
  })
  expect(extracted.status, extracted.stderr).toBe(0)
}, 60_000)

test('there is a catalogue for the first frame, for the components and for every area that says something, in each language', () => {
  const catalogues = (folder: string) => readdirSync(join(root, folder)).toSorted()
  expect(parts).toEqual(expect.arrayContaining(['first', 'ui', 'home', 'wallet']))
  for (const language of languages) expect(catalogues(`locales/${language}`)).toEqual(catalogues(`${fresh}/en`))
})

describe.each(parts)('the catalogues of %s', (part) => {
  test('hold every message of the sources, and no other', () => {
    const wanted = [...messages(`${fresh}/en/${part}.po`).keys()]
    expect(wanted.length).toBeGreaterThan(0)
    // `npm run messages` brings them up to date.
    expect([...messages(`locales/en/${part}.po`).keys()].toSorted()).toEqual(wanted.toSorted())
  })

  describe.each(translated)('in %s', (language) => {
    const file = `locales/${language}/${part}.po`

    test('are whole, and hold nothing else', () => {
      const texts = messages(file)
      expect([...texts.keys()].toSorted()).toEqual([...messages(`locales/en/${part}.po`).keys()].toSorted())
      expect([...texts].filter(([, text]) => text === '').map(([id]) => id)).toEqual([])
    })

    test('keep every placeholder of the English text', () => {
      const english = messages(`locales/en/${part}.po`)
      expect(
        [...messages(file)].filter(([id, text]) => text !== '' && !samePlaceholders(english.get(id) ?? '', text)),
      ).toEqual([])
    })

    test('have every form that the language counts in, and one for each number that the English text treats apart', () => {
      const english = messages(`locales/en/${part}.po`)
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const wanting = [...messages(file)].flatMap(([id, text]) => {
        const counted = pluralsOf(english.get(id) ?? '')
        return [...pluralsOf(text)].flatMap(([name, forms]) =>
          [...needed, ...(counted.get(name) ?? []).filter((it) => it.startsWith('='))]
            .filter((it) => !forms.includes(it))
            .map((it) => `${id}: ${it}`),
        )
      })
      expect(wanting).toEqual([])
    })
  })
})

test('a language is offered when its text can be loaded', () => {
  const source = readFileSync(join(root, 'src/shell/locale.ts'), 'utf8')
  for (const language of languages) expect(source).toContain(`import('../../locales/${language}/first.po')`)
})

test.each(translated)(
  'in %s a text says the same in every catalogue: all that are loaded share one table',
  (language) => {
    const found = new Map<string, Set<string>>()
    for (const part of parts)
      for (const [id, text] of messages(`locales/${language}/${part}.po`))
        found.set(id, (found.get(id) ?? new Set()).add(text))
    // A text that means two things gets other English words, or a `context`.
    expect([...found].filter(([, texts]) => texts.size > 1).map(([id, texts]) => [id, ...texts])).toEqual([])
  },
)

// Whoever reads the name of a wallet must not take it for the button beside it.
test.each(translated)('the recharge wallet is called otherwise than topping up: %s', (language) => {
  for (const area of ['home', 'wallet']) {
    const texts = messages(`locales/${language}/${area}.po`)
    expect(texts.get('wallet: Recharge')).toBeTruthy()
    expect(texts.get('wallet: Recharge')).not.toBe(texts.get('Top up'))
  }
})

// A form without the number is of a noun whose figure stands beside it: "2 two days" would be read of a dual.
test.each(parts)('no Arabic dual stands beside a figure: %s', (part) => {
  const beside = [...messages(`locales/ar/${part}.po`).values()].flatMap((text) =>
    [...text.matchAll(/, plural,((?: [^ {}]+ \{[^{}#]*\})+)\}/g)].map(([, forms = '']) => forms),
  )
  const twos = beside.map((forms) => / two \{([^}]*)\}/.exec(forms)?.[1] ?? '')
  expect(twos.filter((two) => /(ان|ين)(?![\u0621-\u064a])/.test(two))).toEqual([])
})

/** Message by id, with its context before it where it has one, from a PO file. */
function messages(file: string): Map<string, string> {
  const blocks = readFileSync(join(root, file), 'utf8')
    .split(/\n\n+/)
    .filter((block) => !/^#~/m.test(block))
  const entries = blocks.map((block): [string, string] => [
    ['msgctxt', 'msgid']
      .map((name) => field(block, name))
      .filter(Boolean)
      .join(': '),
    field(block, 'msgstr'),
  ])
  return new Map(entries.filter(([id]) => id !== ''))
}

function field(block: string, name: string): string {
  const found = new RegExp(`^${name} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'm').exec(block)?.[1] ?? ''
  return [...found.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1]).join('')
}

/** The names in braces and the numbered tags; not the braces round the text of a plural's branch. */
function samePlaceholders(one: string, other: string): boolean {
  const names = (text: string) =>
    [
      ...new Set(
        [
          ...text.matchAll(/(?<!(?:zero|one|two|few|many|other|=\d+) )\{(\w+)(?=[,}])/g),
          ...text.matchAll(/<\/?(\d+)\/?>/g),
        ].map((found) => found[1]),
      ),
    ]
      .toSorted()
      .join()
  return names(one) === names(other)
}

/** The forms of every plural in a text, by what is counted. */
function pluralsOf(text: string): Map<string, string[]> {
  return new Map(
    [...text.matchAll(/\{(\w+), plural,/g)].map((found) => {
      const forms: string[] = []
      let depth = 0
      for (const [part, form] of text.slice(found.index + found[0].length).matchAll(/(=\d+|\w+)\s*(?=\{)|[{}]/g)) {
        if (part === '{') depth++
        else if (part === '}') depth--
        else if (depth === 0 && form) forms.push(form)
        if (depth < 0) break
      }
      return [found[1] ?? '', forms]
    }),
  )
}
