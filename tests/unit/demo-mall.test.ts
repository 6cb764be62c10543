import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { demoCategories, demoGoods } from '#server/db/seed/demo-mall-goods.ts'
import { readMallFile } from '#server/features/pointsmall/goods-file.ts'

const files = globSync('server/db/seed/demo-mall/*.json')

test('the files of the demonstration are files of the operator, each of them read', () => {
  const read = files.map((it) => readMallFile(readFileSync(it, 'utf8')))
  expect(read.flatMap((it) => it.goods.map(({ slug }) => slug)).toSorted()).toEqual(
    demoGoods.map((it) => it.slug).toSorted(),
  )
  expect(read.flatMap((it) => it.categories)).toHaveLength(demoCategories.length)
})

test('every text of them is there in every language', () => {
  const texts = [
    ...demoCategories.map((it) => it.name),
    ...demoGoods.flatMap((it) => [it.name, it.line, it.description]),
  ]
  for (const it of texts) {
    expect(Object.keys(it).toSorted()).toEqual(languages.toSorted())
    expect(Object.values(it).every((text) => text.trim() !== '')).toBe(true)
  }
})
