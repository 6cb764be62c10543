import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { picturesBeside, writePictures } from '#server/cli/operator/picture-files.ts'

const megabyte = 2 ** 20
const stored = `${'A'.repeat(43)}.webp`

/**
 * catalogue/: one.jpg, two.png, photos/three.webp, a folder folder.jpg, links to a file within, a file and a folder
 * outside; secret/card-key.jpg beside it.
 */
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voltfolio-pictures-'))
  for (const it of ['catalogue', 'catalogue/photos', 'catalogue/folder.jpg', 'catalogue-not', 'secret'])
    mkdirSync(join(dir, it))
  for (const it of ['catalogue/one.jpg', 'catalogue/two.png', 'catalogue/photos/three.webp'])
    writeFileSync(join(dir, it), it)
  for (const it of ['secret/card-key.jpg', 'catalogue-not/x.jpg']) writeFileSync(join(dir, it), 'a secret')
  symlinkSync(join(dir, 'catalogue/one.jpg'), join(dir, 'catalogue/within.jpg'))
  symlinkSync(join(dir, 'secret/card-key.jpg'), join(dir, 'catalogue/link.jpg'))
  symlinkSync(join(dir, 'secret'), join(dir, 'catalogue/out'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

const beside = (pictures: readonly unknown[], only?: string) =>
  picturesBeside(
    {
      path: join(dir, 'catalogue/catalogue.json'),
      text: JSON.stringify({ products: pictures.map((picture, n) => ({ device: `VF-${n}`, picture })) }),
    },
    only,
  )
const textOf = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString()

describe('pictures that a catalogue names', () => {
  test('come from its folder and below, each once; products without one have none', () => {
    const sent = beside(['one.jpg', null, undefined, 'photos/three.webp', 'one.jpg', 'within.jpg'])
    expect(Object.keys(sent)).toEqual(['one.jpg', 'photos/three.webp', 'within.jpg'])
    expect(textOf(sent['photos/three.webp'])).toBe('catalogue/photos/three.webp')
  })

  test.each([
    ['none.jpg', 'is not beside the catalogue'],
    ['link.jpg', "leads out of the catalogue's folder"],
    ['out/card-key.jpg', "leads out of the catalogue's folder"],
    ['folder.jpg', 'is not a file'],
  ])('%s is refused', (name, problem) => {
    expect(() => beside(['one.jpg', name])).toThrow(`products.1 (VF-1).picture: "${name}" ${problem}.`)
  })

  // The command says what is wrong with such a name; nothing of it is read here.
  test.each([
    '../secret/card-key.jpg',
    '../catalogue-not/x.jpg',
    'photos/../../secret/card-key.jpg',
    '/etc/hostname.jpg',
    7,
  ])('%s is not even looked for', (name) => {
    expect(beside([name, 'one.jpg'])).toEqual({ 'one.jpg': expect.any(String) })
  })

  test('what is no catalogue names none', () => {
    for (const text of ['', '{', '[]', '{"products": 7}', '{"products": [7]}'])
      expect(picturesBeside({ path: join(dir, 'catalogue/it.json'), text }, undefined)).toEqual({})
  })

  test("an export's name that isn't here is left to the server, and sent where it is", () => {
    expect(beside([stored])).toEqual({})
    writeFileSync(join(dir, 'catalogue', stored), 'stored')
    expect(textOf(beside([stored])[stored])).toBe('stored')
  })

  test('one has at most 5 MB, all together 24', () => {
    const big = (name: string, size: number) => {
      writeFileSync(join(dir, 'catalogue', name), '')
      truncateSync(join(dir, 'catalogue', name), size)
      return name
    }
    expect(() => beside([big('a.jpg', 5 * megabyte + 1)])).toThrow('"a.jpg" has more than 5 MB')
    const most = ['b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'].map((name) => big(name, 5 * megabyte))
    expect(Object.keys(beside([...most, big('f.jpg', 4 * megabyte)]))).toHaveLength(5)
    expect(() => beside([...most, big('f.jpg', 4 * megabyte + 1)])).toThrow('"f.jpg" is too much')
  })

  test('who is bound to a folder gets none from outside it', () => {
    expect(Object.keys(beside(['one.jpg'], dir))).toEqual(['one.jpg'])
    expect(() => beside(['one.jpg'], join(dir, 'catalogue/photos'))).toThrow('lies outside OPERATOR_FILES')
  })
})

describe('pictures of an export', () => {
  const files = { [stored]: Buffer.from('new').toString('base64') }

  test('are written into a folder that is there, in place of a file or a link of their names', () => {
    const out = join(dir, 'catalogue/photos')
    writePictures(files, out, dir)
    expect(readdirSync(out).toSorted()).toEqual([stored, 'three.webp'])
    rmSync(join(out, stored))
    symlinkSync(join(dir, 'secret/card-key.jpg'), join(out, stored))
    writePictures(files, out, undefined)
    expect(readFileSync(join(out, stored), 'utf8')).toBe('new')
    expect(readFileSync(join(dir, 'secret/card-key.jpg'), 'utf8')).toBe('a secret')
  })

  test('are not written elsewhere', () => {
    const only = join(dir, 'catalogue')
    expect(() => writePictures(files, join(dir, 'nowhere'), undefined)).toThrow('is no folder')
    expect(() => writePictures(files, join(dir, 'catalogue/one.jpg'), undefined)).toThrow('is no folder')
    for (const out of ['secret', 'catalogue-not', 'catalogue/out', 'catalogue/../secret'])
      expect(() => writePictures(files, join(dir, out), only)).toThrow('lies outside OPERATOR_FILES')
    expect(() => writePictures({ '../x.webp': '' }, only, only)).toThrow('is no name of a picture')
  })
})
