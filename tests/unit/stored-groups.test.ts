import { expect, test } from 'vitest'
import { groupsOf, sizeText } from '#src/features/settings/stored-groups.ts'
import { pathOf } from '#src/cache/persistent/stored-answers.ts'

test('what is kept is gathered by kind, the largest first, each with its newest age', () => {
  expect(
    groupsOf([
      { path: 'g/goods/list', size: 100, at: 5 },
      { path: 'home/indexV3', size: 50, at: 9 },
      { path: 'mallNotice/noticeList', size: 400, at: 3, entries: 12 },
      { path: 'region/getRegion', size: 10, at: 1 },
      { path: 'g/goods/withdrawInfo', size: 20, at: 4 },
      { path: 'card/type/list', size: 20, at: 6 },
      { path: 'order/wallet/goToUpdateAboutTaskPayAfter', size: 5, at: 5 },
      { path: 'g/contract/info', size: 5, at: 2 },
      { path: 'somewhere/new', size: 1, at: 2 },
    ]),
  ).toEqual([
    { name: 'messages', size: 400, at: 3, entries: 12 },
    { name: 'offers', size: 150, at: 9, entries: 0 },
    { name: 'wallets', size: 50, at: 6, entries: 0 },
    { name: 'addresses', size: 10, at: 1, entries: 0 },
    { name: 'others', size: 1, at: 2, entries: 0 },
  ])
})

test.each([
  ['["user/info",{}]', 'user/info'],
  ['not json', ''],
  ['{}', ''],
])('the path of %s is "%s"', (hash, path) => {
  expect(pathOf(hash)).toBe(path)
})

test('sizes are rounded up to something readable', () => {
  expect(sizeText(1, 'en')).toBe('1 kB')
  expect(sizeText(3_400_000, 'en')).toBe('3.4 MB')
  expect(sizeText(10_738_900_000, 'en')).toBe('10.7 GB')
})
