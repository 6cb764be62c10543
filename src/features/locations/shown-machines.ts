import type { MachinePosition } from '#protocol/locations.ts'
import type { MachineKind } from '../../entities/product-path.ts'
import { distanceKm, type Position } from '../../lib/distance.ts'
import { finder } from '../../lib/find.ts'

export interface ShownMachine {
  machine: MachinePosition
  /** Kilometres from the place that is searched around; undefined without such a place. */
  km: number | undefined
}

export interface MachineFilter {
  text: string
  kind: MachineKind | undefined
  /** Only machines within `radiusM` metres of this place, the nearest first. Without it, all by name. */
  near: Position | undefined
  radiusM: number
}

const find = finder<MachinePosition>((it) => [it.name, it.place, it.deviceNumber])

/**
 * The machines that a filter leaves. `nearest` is the nearest one that only the radius excludes, so that an empty list
 * can tell how far it is.
 */
export function shownMachines(
  machines: readonly MachinePosition[],
  { text, kind, near, radiusM }: MachineFilter,
  locale: string,
): { shown: readonly ShownMachine[]; nearest: ShownMachine | undefined } {
  const wanted = find(machines, text).filter((it) => kind === undefined || it.kind === kind)
  if (!near) {
    const order = new Intl.Collator(locale)
    return {
      shown: wanted.toSorted((a, b) => order.compare(a.name, b.name)).map((machine) => ({ machine, km: undefined })),
      nearest: undefined,
    }
  }
  const byDistance = wanted
    .map((machine) => ({ machine, km: distanceKm(near, machine) }))
    .toSorted((a, b) => a.km - b.km)
  const beyond = byDistance.findIndex((it) => it.km * 1000 > radiusM)
  return beyond === -1
    ? { shown: byDistance, nearest: undefined }
    : { shown: byDistance.slice(0, beyond), nearest: byDistance[beyond] }
}
