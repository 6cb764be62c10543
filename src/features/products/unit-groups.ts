import type { UnitCard } from '#protocol/products.ts'

/** A row of the list: a unit, or several units of one machine in the same state. */
export type UnitRowOf = { kind: 'unit'; unit: UnitCard; isInGroup: boolean } | { kind: 'group'; group: UnitGroup }

export interface UnitGroup {
  key: string
  /** At least two; the server lists units of one machine side by side. */
  units: readonly UnitCard[]
}

/**
 * Units of one machine as one row, and below it the units of groups that are open. The last group stays apart while
 * more pages may bring more of its units: it would say too few.
 */
export function groupedUnits(
  units: readonly UnitCard[],
  { hasMore, isOpen }: { hasMore: boolean; isOpen: (group: UnitGroup) => boolean },
): UnitRowOf[] {
  const groups = sideBySide(units)
  return groups.flatMap((group, index): UnitRowOf[] => {
    const isGroup = group.units.length > 1 && !(hasMore && index === groups.length - 1)
    const rows = group.units.map((unit) => ({ kind: 'unit' as const, unit, isInGroup: isGroup }))
    if (!isGroup) return rows
    return [{ kind: 'group', group }, ...(isOpen(group) ? rows : [])]
  })
}

function sideBySide(units: readonly UnitCard[]): { key: string; units: UnitCard[] }[] {
  const groups: { key: string; units: UnitCard[] }[] = []
  for (const unit of units) {
    const key = `${unit.machineId} ${unit.status} ${unit.productId}`
    const last = groups.at(-1)
    if (last?.key === key) last.units.push(unit)
    else groups.push({ key, units: [unit] })
  }
  return groups
}

/** What the units of a group have and earned together, as one unit's card; they are of one product and state. */
export function togetherOf({ units }: UnitGroup): UnitCard | undefined {
  const [first] = units
  if (!first) return undefined
  const sum = (of: (unit: UnitCard) => number) => units.reduce((total, unit) => total + of(unit), 0)
  return {
    ...first,
    // The earliest: charts leave the days before it empty.
    activeFrom: units.map((it) => it.activeFrom).reduce((one, other) => (other < one ? other : one)),
    pending: sum((it) => it.pending),
    claimed: sum((it) => it.claimed),
    earnedByDay: (first.earnedByDay ?? []).map(({ day }) => ({
      day,
      amount: sum((it) => it.earnedByDay?.find((other) => other.day === day)?.amount ?? 0),
    })),
  }
}
