import { expect, test } from 'vitest'
import { statisticsCsv, type CsvWords } from '#src/features/statistics/statistics-csv.ts'
import { earningsWithin, workWithin, type Earnings, type Work } from '#src/features/statistics/within.ts'
import type { Answer } from '#protocol/call.ts'
import type { sessionLine } from '#protocol/statistics.ts'
import { addDays } from '#src/lib/days.ts'

const words = {
  day: 'Day',
  income: 'Income',
  sessions: 'Sessions',
  revenue: 'Revenue',
  energy: 'Wh',
  distance: 'm',
  machines: 'Machines',
  asOf: 'As of',
  demo: undefined,
}
type Line = Answer<typeof sessionLine>

const first = '2026-11-01'
const product = (productId: string, kind: 'vehicle' | 'pile', amounts: number[]) => ({
  productId,
  kind,
  name: `=${productId}`,
  art: 'van',
  units: 1,
  amount: amounts.reduce((sum, it) => sum + it, 0),
  amounts,
})
/** Six days of a vehicle and of a pile that paid on the second and on the last one. */
const known = {
  currency: 'USD',
  from: first,
  to: '2026-11-06',
  today: '2026-11-06',
  total: 36,
  totalBefore: 0,
  days: [1, 12, 3, 4, 5, 11].map((amount, n) => ({ day: addDays(first, n), amount })),
  products: [product('van', 'vehicle', [1, 2, 3, 4, 5, 1]), product('pile', 'pile', [0, 10, 0, 0, 0, 10])],
}
const point = (day: string, sessions: number) => ({
  day,
  sessions,
  revenue: 100 * sessions,
  perUnit: 1,
  energyWh: 0,
  distanceM: 1500,
})
const work: Line = {
  currency: 'USD',
  from: first,
  to: '2026-11-06',
  points: [3, 0, 1, 0, 0, 2].map((sessions, n) => point(addDays(first, n), sessions)),
  use: [],
}

test('days within the stored ones are added up, most first, and what paid nothing is left out', () => {
  const of = earningsWithin(known, { from: '2026-11-03', to: '2026-11-04' }, {})
  expect(of).toMatchObject({ total: 7, totalBefore: 13, days: [{ amount: 3 }, { amount: 4 }] })
  expect(of?.products.map((it) => [it.productId, it.amount])).toEqual([['van', 7]])
  const last = earningsWithin(known, { from: '2026-11-05', to: '2026-11-06' }, {})
  expect(last?.products.map((it) => it.productId)).toEqual(['pile', 'van'])
  expect(earningsWithin(known, { from: '2026-11-02', to: '2026-11-02' }, { kind: 'pile' })?.total).toBe(10)
})

test('the days before are unknown where they were not stored, and a day that was not stored is not made up', () => {
  expect(earningsWithin(known, { from: '2026-11-02', to: '2026-11-04' }, {})?.totalBefore).toBeNull()
  expect(earningsWithin(known, { from: '2026-10-31', to: '2026-11-02' }, {})).toBeUndefined()
  expect(earningsWithin(known, { from: '2026-11-06', to: '2026-11-07' }, {})).toBeUndefined()
  expect(workWithin(work, { from: '2026-11-06', to: '2026-11-07' })).toBeUndefined()
  expect(workWithin(work, { from: '2026-11-03', to: '2026-11-06' })).toMatchObject({
    points: [{ sessions: 1 }, { sessions: 0 }, { sessions: 0 }, { sessions: 2 }],
    use: null,
  })
})

test('the file has plain decimals, a column a product, and names that no spreadsheet runs', () => {
  const days = { from: first, to: '2026-11-02' }
  const of = earningsWithin(known, days, {}) as Earnings
  // Without it nobody knows later what a file was of, and how old its figures were.
  const about = { machines: 'All', zone: 'Asia/Jakarta', asOf: Date.parse('2026-11-02T05:00:00.000Z') }
  const read = (did: Work | undefined, said: CsvWords) =>
    statisticsCsv(of, did, said, about).slice(1).trim().split('\r\n')
  expect(read(workWithin(work, days), words)).toEqual([
    "Day (Asia/Jakarta),Income (USD),'=pile,'=van,Sessions,Revenue (USD),Wh,m,Machines,As of (Asia/Jakarta)",
    '2026-11-01,0.01,0.00,0.01,3,3.00,0,1500,All,2026-11-02 12:00:00',
    '2026-11-02,0.12,0.10,0.02,0,0.00,0,1500,All,2026-11-02 12:00:00',
  ])
  expect(read(undefined, words).join()).not.toContain('Sessions')
  expect(read(undefined, { ...words, demo: 'Demo' })).toEqual([
    "Day (Asia/Jakarta),Income (USD),'=pile,'=van,Machines,As of (Asia/Jakarta),Demo",
    '2026-11-01,0.01,0.00,0.01,All,2026-11-02 12:00:00,Demo',
    '2026-11-02,0.12,0.10,0.02,All,2026-11-02 12:00:00,Demo',
  ])
})
