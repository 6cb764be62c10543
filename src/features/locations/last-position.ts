import * as v from 'valibot'
import { Latitude, Longitude } from '#protocol/primitives.ts'
import { member, signedInId } from '../../cache/cache.ts'
import { createSignal } from '../../lib/signal.ts'

/** Of whoever is signed in, or of a visitor: nobody who uses the device later sees where somebody else was. */
const nameNow = () => `voltfolio-last-position-${signedInId() ?? 'visitor'}`

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
member.subscribe(() => last.set(stored()))

/** Where the device last was, as far as it is known. It stays on the device, until the reader forgets it. */
export const lastPosition = { getSnapshot: last.getSnapshot, subscribe: last.subscribe }

export function saveLastPosition(position: LastPosition): void {
  last.set(position)
  try {
    localStorage.setItem(nameNow(), JSON.stringify(position))
  } catch {
    // It lasts as long as the page.
  }
}

export function forgetLastPosition(): void {
  last.set(undefined)
  try {
    localStorage.removeItem(nameNow())
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function stored(): LastPosition | undefined {
  try {
    // Builds before this one kept one for everybody.
    localStorage.removeItem('voltfolio-last-position')
    const result = v.safeParse(LastPosition, JSON.parse(localStorage.getItem(nameNow()) ?? 'null'))
    return result.success ? result.output : undefined
  } catch {
    // Storage is blocked, or the text isn't JSON.
    return undefined
  }
}
