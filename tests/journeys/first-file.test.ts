import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { size } from '#tests/bench/size.ts'
import { screens } from '../../build/screens.ts'

// Reads the finished build, without a browser.
type Texts = Record<string, Record<string, unknown>>

const mostKilobytes = 125
const dist = join(root, 'dist')
const precached = [...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(
  ([, file = '']) => file,
)

describe('the first file', () => {
  test(`and its text are at most ${mostKilobytes} kB of JavaScript on the wire`, async () => {
    const [scripts] = await size()
    expect(scripts).toMatchObject({ unit: 'kB' })
    expect(scripts!.value).toBeGreaterThan(50)
    expect(scripts!.value).toBeLessThanOrEqual(mostKilobytes)
  })

  // Chromium would parse it a second time, as a module.
  test('is a classic script, which no other file imports or preloads', () => {
    const first = fileOf('first').replace('assets/', '')
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    expect(page).toMatch(new RegExp(`<script defer [^>]*src="./assets/${first}"></script>`))
    expect(page).not.toContain('type="module"')
    expect(precached.filter((it) => it.endsWith('.js') && source(it).includes(first))).toEqual([])
  })

  test('has nothing of the streets, whose code is not precached either', () => {
    expect(read('first')).not.toMatch(/maplibre|PMTiles/)
    expect(precached.filter((it) => /street-|maplibre/.test(it))).toEqual([])
  })

  test('has nothing of the database library, which comes after the first frame', () => {
    const has = (it: string) => source(it).includes('DexieError')
    expect(precached.filter((it) => it.endsWith('.js') && has(it))).toHaveLength(1)
    expect(read('first')).not.toContain('Dexie')
  })

  // Two thousand schemas are made at a start: an object and a function less for each (build/lean-libraries.ts).
  test('comes with schemas that have nothing for other libraries', () => {
    const schemas = precached.filter((it) => it.endsWith('.js') && source(it).includes('`nullable`'))
    expect(schemas).not.toEqual([])
    expect(schemas.filter((it) => source(it).includes('vendor:'))).toEqual([])
  })

  // lingui.config.ts lists the sources whose text is in the first catalogue.
  test.each(['en', 'id'])('finds all that it says in its own text: %s', (language) => {
    const said = [...read('first').matchAll(/\bid:[`"']([\w+/-]{6}|title\.[^`"']+)[`"']/g)].map(([, id = '']) => id)
    expect(said.length).toBeGreaterThan(100)
    const text = read(`text-${language}-first`)
    expect(said.filter((id) => !hasText(text, id))).toEqual([])
  })
})

// Safari names no file that it can't import: then this one is asked for (src/shell/reload-where-gone.ts).
test("the services' file is another in each build", () => {
  expect(read('services')).toContain(readFileSync(join(dist, 'build-id'), 'utf8').trim())
  expect(read('services')).toContain('import.meta.url')
})

test.each([...new Set(screens.map((it) => it.area))])(
  'the screens in %s find what they say in the text of the components and of their area',
  async (area) => {
    const packs = await Promise.all(
      ['landing', 'rest'].map(
        (it) => import(pathToFileURL(join(dist, fileOf(`text-en-${it}`))).href) as Promise<Texts>,
      ),
    )
    const texts = Object.assign({}, ...packs) as Texts
    const known = new Set([...Object.keys(texts['ui'] ?? {}), ...Object.keys(texts[area] ?? {})])
    const first = read('text-en-first')
    const said = [...importedBy(fileOf(area))].flatMap((file) =>
      [...source(file).matchAll(/\bid:[`"']([\w+/-]{6})[`"']/g)].map(([, id = '']) => id),
    )
    expect(said.filter((id) => !known.has(id) && !hasText(first, id))).toEqual([])
  },
)

/** Whether a catalogue has a message; names that need no quotes have none. */
function hasText(catalogue: string, id: string): boolean {
  return [`"${id}":`, `{${id}:`, `,${id}:`].some((it) => catalogue.includes(it))
}

/** A lazy chunk and the files it imports statically. */
function importedBy(file: string): ReadonlySet<string> {
  const files = new Set([file])
  // Iteration over a Set includes members added during the loop.
  for (const it of files)
    for (const [, other = ''] of source(it).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      if (!other.startsWith('first-')) files.add(`assets/${other}`)
  return files
}

/** The newest build's file; files of earlier releases are in the same folder. */
function fileOf(name: string): string {
  return precached.find((it) => new RegExp(`^assets/${name}-[\\w-]{6,7}\\.js$`).test(it)) ?? `there is no ${name}`
}

function read(name: string): string {
  return source(fileOf(name))
}

function source(file: string): string {
  return readFileSync(join(dist, file), 'utf8')
}
