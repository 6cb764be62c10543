import { expect, test } from 'vitest'
import { chosenOffers, earnedForPrice, withOffer } from '#src/entities/chosen-offers.ts'
import { shownProducts } from '#src/features/home/shown-products.ts'

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

test('an address names at most four offers, each once, and nothing else', () => {
  expect(chosenOffers(undefined)).toEqual([])
  expect(chosenOffers('0')).toEqual([])
  expect(chosenOffers(`${id(1)}.x.${id(1)}.${id(2)}`)).toEqual([id(1), id(2)])
  expect(chosenOffers([1, 2, 3, 4, 5].map(id).join('.'))).toEqual([1, 2, 3, 4].map(id))
})

test('an offer is chosen and taken away again', () => {
  expect(withOffer('0', id(1))).toBe(id(1))
  expect(withOffer(id(1), id(2))).toBe(`${id(1)}.${id(2)}`)
  expect(withOffer(`${id(1)}.${id(2)}`, id(1))).toBe(id(2))
  expect(withOffer(id(1), id(1))).toBe('')
})

test('an offer that the catalogue no longer has is not chosen, and takes the place of none', () => {
  const offers = [{ id: id(1) }, { id: id(5) }]
  const old = [1, 2, 3, 4].map(id).join('.')
  expect(chosenOffers(old, offers)).toEqual([id(1)])
  expect(chosenOffers([2, 3, 4, 6, 5].map(id).join('.'), offers)).toEqual([id(5)])
  expect(withOffer(old, id(5), offers)).toBe(`${id(1)}.${id(5)}`)
  expect(withOffer(old, id(1), offers)).toBe('')
})

test('earnings for the price are cut off, and unknown for a machine that is still new', () => {
  expect(earnedForPrice({ earnedLast30Days: 1999, price: 30_000 })).toBe(666)
  expect(earnedForPrice({ earnedLast30Days: null, price: 30_000 })).toBeNull()
})

test('offers are sorted by what they earned for their price; new machines come last', () => {
  const offer = (name: string, earnedLast30Days: number | null, price: number) => ({ name, earnedLast30Days, price })
  const offers = [offer('much', 900, 90_000), offer('new', null, 1000), offer('cheap', 300, 10_000)]
  const sorted = shownProducts(offers as never, { text: '', kind: 'all', sort: 'rate', balance: undefined })
  expect(sorted.map((it) => it.name)).toEqual(['cheap', 'much', 'new'])
})
