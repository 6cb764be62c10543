import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listed } from '#server/cli/operator/listed.ts'

const lineOf = (it: number) => `row ${it}`

test('a list says that there is nothing, shows all, or says that there is more', () => {
  expect(listed<number>([], { lineOf })).toEqual(['None.'])
  expect(listed<number>([], { none: 'Nobody.', lineOf })).toEqual(['Nobody.'])
  expect(listed([1, 2], { most: 2, lineOf })).toEqual(['row 1', 'row 2'])
  expect(listed([1, 2, 3], { most: 2, lineOf })).toEqual(['row 1', 'row 2', 'And more: only the first 2 are listed.'])
})

test('every list asks for one row more than it shows, but for those that are described as the last so many', () => {
  const folder = new URL('../../server/cli/operator/', import.meta.url)
  const limits = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\.limit\(([^)]*)\)/g)]
      .map(([, most = '']) => most)
      .filter((most) => most !== '1' && !most.endsWith(' + 1'))
      .map((most) => `${file}: ${most}`),
  )
  expect(limits).toEqual(['stations.ts: 100', 'stations.ts: 20'])
})
