import { expect, test } from 'vitest'
import type { UnitCard } from '#protocol/products.ts'
import { groupedUnits, togetherOf, type UnitGroup } from '#src/features/products/unit-groups.ts'

const unit = (id: string, machineId: string, pending: number, status = 'active') =>
  ({
    id,
    machineId,
    productId: machineId,
    status,
    pending,
    claimed: 1,
    currency: 'USD',
    earnedByDay: [{ day: '2026-11-21', amount: pending }],
  }) as unknown as UnitCard

const rowsOf = (units: UnitCard[], hasMore: boolean, isOpen: (group: UnitGroup) => boolean) =>
  groupedUnits(units, { hasMore, isOpen }).map((it) =>
    it.kind === 'group' ? `${it.group.units.length} of ${it.group.key.split(' ')[0]}` : it.unit.id,
  )

const units = [unit('a', 'van', 2), unit('b', 'van', 3), unit('c', 'bus', 1), unit('d', 'van', 7, 'expired')]

test('units of one machine in one state are one row, which opens to them', () => {
  expect(rowsOf(units, false, () => false)).toEqual(['2 of van', 'c', 'd'])
  expect(rowsOf(units, false, () => true)).toEqual(['2 of van', 'a', 'b', 'c', 'd'])
  expect(rowsOf([], false, () => true)).toEqual([])
})

test('a row sums what its units have', () => {
  const [row] = groupedUnits(units, { hasMore: false, isOpen: () => false })
  expect(row?.kind === 'group' && togetherOf(row.group)).toMatchObject({
    pending: 5,
    claimed: 2,
    earnedByDay: [{ day: '2026-11-21', amount: 5 }],
  })
})

test('the last row says no number while more of its units may follow', () => {
  const two = units.slice(0, 2)
  expect(rowsOf(two, true, () => false)).toEqual(['a', 'b'])
  expect(rowsOf(two, false, () => false)).toEqual(['2 of van'])
})
