import * as v from 'valibot'
import { Latitude, Longitude } from '#protocol/primitives.ts'
import { createSignal } from '../../lib/signal.ts'

const name = 'voltfolio-last-position'

const LastPosition = v.object({
  latitude: Latitude,
  longitude: Longitude,
  /** Metres around the position in which the device is. */
  accuracyM: v.number(),
  /** Milliseconds since 1970. */
  foundAt: v.number(),
})
export type LastPosition = v.InferOutput<typeof LastPosition>

const last = createSignal(stored())

/** Where the device last was, as far as it is known. It stays on the device, until the reader forgets it. */
export const lastPosition = { getSnapshot: last.getSnapshot, subscribe: last.subscribe }

export function saveLastPosition(position: LastPosition): void {
  last.set(position)
  try {
    localStorage.setItem(name, JSON.stringify(position))
  } catch {
    // It lasts as long as the page.
  }
}

export function forgetLastPosition(): void {
  last.set(undefined)
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function stored(): LastPosition | undefined {
  try {
    const result = v.safeParse(LastPosition, JSON.parse(localStorage.getItem(name) ?? 'null'))
    return result.success ? result.output : undefined
  } catch {
    // Storage is blocked, or the text isn't JSON.
    return undefined
  }
}
