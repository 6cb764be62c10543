import * as v from 'valibot'
import { Latitude, Longitude } from '#protocol/primitives.ts'
import type { Position } from '../lib/distance.ts'

const LocationRequest = v.object({
  /** The screen that asks. */
  asker: v.picklist(['address']),
  /** Absent until a place is chosen. */
  chosen: v.optional(v.object({ latitude: Latitude, longitude: Longitude })),
})
type LocationRequest = v.InferOutput<typeof LocationRequest>
export type LocationAsker = LocationRequest['asker']

const name = 'voltfolio-location-request'
let inMemory: LocationRequest | undefined

/**
 * Notes that a screen asks for a place, before it opens `/choose-location?for=…`. In `sessionStorage`, because phones
 * may drop the page meanwhile.
 */
export function requestLocation(asker: LocationAsker): void {
  write({ asker })
}

/** The choice, made on `/choose-location`. */
export function answerLocation(asker: LocationAsker, { latitude, longitude }: Position): void {
  write({ asker, chosen: { latitude, longitude } })
}

/** Read when the asking screen opens again; undefined where it had not asked. */
export function locationAnswer(asker: LocationAsker): { chosen: Position | undefined } | undefined {
  const request = inMemory ?? stored()
  return request?.asker === asker ? { chosen: request.chosen } : undefined
}

export function endLocationRequest(): void {
  inMemory = undefined
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

function write(request: LocationRequest): void {
  inMemory = request
  try {
    sessionStorage.setItem(name, JSON.stringify(request))
  } catch {
    // It lasts as long as the page.
  }
}

function stored(): LocationRequest | undefined {
  try {
    const result = v.safeParse(LocationRequest, JSON.parse(sessionStorage.getItem(name) ?? 'null'))
    return result.success ? result.output : undefined
  } catch {
    // Storage is blocked, or the text isn't JSON.
    return undefined
  }
}
