import { expect, test } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { byCategory, shownProducts, type ProductFilter } from '#src/features/home/shown-products.ts'

function product(name: string, given: Partial<ProductCard> = {}): ProductCard {
  return {
    id: name,
    kind: 'vehicle',
    categoryId: 'cars',
    name,
    edition: 'One year',
    art: 'sedan',
    currency: 'USD',
    price: 1000,
    dailyIncome: 5,
    totalReturn: 1500,
    yieldRate: 15_000,
    earnedLast30Days: 100,
    validityDays: 365,
    validityPeriods: 365,
    operatorId: 'demo',
    settlementType: 0,
    stock: 5,
    unitsTotal: 10,
    purchaseLimit: 0,
    levelNeeded: 0,
    giftPoints: 0,
    deviceNumber: 'VF-1',
    serviceState: 'idle',
    ...given,
  }
}

const all: ProductFilter = { text: '', kind: 'all', sort: 'featured', balance: undefined }
const names = (products: readonly ProductCard[]) => products.map((it) => it.name)

test('every word has to be found, in any case and without its accents', () => {
  const products = [product('Bécak Listrik'), product('Garuda Sedan', { deviceNumber: 'VF-GS-0077' })]
  expect(names(shownProducts(products, { ...all, text: 'becak' }))).toEqual(['Bécak Listrik'])
  expect(names(shownProducts(products, { ...all, text: ' SEDAN garuda ' }))).toEqual(['Garuda Sedan'])
  expect(names(shownProducts(products, { ...all, text: 'gs-0077' }))).toEqual(['Garuda Sedan'])
  expect(shownProducts(products, { ...all, text: 'garuda becak' })).toEqual([])
})

test('the place of a machine is found, also beside a word of its name', () => {
  const products = [
    product('Kilat AC', { place: 'Braga, Bandung' }),
    product('Kilat DC', { place: 'Menteng, Jakarta' }),
    product('Kilat of an older server'),
  ]
  expect(names(shownProducts(products, { ...all, text: 'bandung' }))).toEqual(['Kilat AC'])
  expect(names(shownProducts(products, { ...all, text: 'kilat menteng' }))).toEqual(['Kilat DC'])
})

test('what can be afforded costs no more than the balance and is not sold out', () => {
  const products = [
    product('cheap', { price: 10 }),
    product('exact', { price: 100 }),
    product('dear', { price: 101 }),
    product('gone', { price: 10, stock: 0 }),
  ]
  expect(names(shownProducts(products, { ...all, kind: 'affordable', balance: 100 }))).toEqual(['cheap', 'exact'])
})

test('a balance that is not known leaves nothing out', () => {
  expect(shownProducts([product('dear', { price: 1_000_000 })], { ...all, kind: 'affordable' })).toHaveLength(1)
})

test('sorted by what was really earned, the new ones last, and the given order is not changed', () => {
  const products = [
    product('new', { earnedLast30Days: null }),
    product('none', { earnedLast30Days: 0 }),
    product('best', { earnedLast30Days: 300 }),
  ]
  expect(names(shownProducts(products, { ...all, sort: 'earned' }))).toEqual(['best', 'none', 'new'])
  expect(names(products)).toEqual(['new', 'none', 'best'])
})

test('grouped in the order of the tree, with what belongs nowhere at the end and empty groups left out', () => {
  const category = (id: string) => ({ id, name: id, kind: 'vehicle' as const, art: 'sedan', products: 0 })
  const tree = [
    { ...category('vehicles'), children: [category('scooters'), category('cars')] },
    { ...category('empty'), children: [] },
  ]
  const products = [
    product('car'),
    product('stray', { categoryId: 'elsewhere' }),
    product('scooter', { categoryId: 'scooters' }),
  ]
  expect(byCategory(products, tree).map((it) => [it.category?.id, names(it.products)])).toEqual([
    ['scooters', ['scooter']],
    ['cars', ['car']],
    [undefined, ['stray']],
  ])
})
