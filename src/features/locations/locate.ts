import { systemClock, type Clock } from '../../lib/clock.ts'
import type { LastPosition } from './last-position.ts'

export type Precision = 'rough' | 'exact'

/** `denied`: the browser or the reader said no; `unavailable`: the device does not know, or has no such function. */
export type LocationFailure = 'denied' | 'timed-out' | 'unavailable'

export type Located = { kind: 'found'; position: LastPosition } | { kind: 'failed'; failure: LocationFailure }

/** Milliseconds after which the device counts as not answering (specification 8). */
const patienceMs = 4000
/** The same where the browser doesn't tell when the reader allows it: they may take that long to decide. */
const decidingMs = 60_000
/** A rough position may be this old, in milliseconds: most devices then answer without switching GPS on. */
const roughAgeMs = 10 * 60_000

export interface LocatePorts {
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined
  permissions: Pick<Permissions, 'query'> | undefined
  clock: Clock
}

const ports = (): LocatePorts => ({
  geolocation: 'geolocation' in navigator ? navigator.geolocation : undefined,
  permissions: 'permissions' in navigator ? navigator.permissions : undefined,
  clock: systemClock,
})

/**
 * Asks the device where it is. The time-out of 4 s doesn't run while the browser asks the reader for permission. A
 * rough position is rounded to a hundredth of a degree (about a kilometre), however exact the device was.
 */
export async function locate(
  precision: Precision,
  { geolocation, permissions, clock }: LocatePorts = ports(),
): Promise<Located> {
  if (!geolocation) return { kind: 'failed', failure: 'unavailable' }
  const permission = await permissionIn(permissions)
  if (permission?.state === 'denied') return { kind: 'failed', failure: 'denied' }
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (result: Located) => {
      clearTimeout(timer)
      permission?.removeEventListener('change', begin)
      resolve(result)
    }
    const fail = (failure: LocationFailure) => end({ kind: 'failed', failure })
    // Some devices never call back, whatever time-out they are given.
    function begin() {
      if (permission === undefined || permission.state === 'granted')
        timer ??= setTimeout(() => fail('timed-out'), permission ? patienceMs : decidingMs)
    }
    begin()
    permission?.addEventListener('change', begin)
    geolocation.getCurrentPosition(
      ({ coords }) => end({ kind: 'found', position: positionOf(coords, precision, clock.now()) }),
      ({ code }) => fail(code === 1 ? 'denied' : code === 3 ? 'timed-out' : 'unavailable'),
      {
        enableHighAccuracy: precision === 'exact',
        timeout: patienceMs,
        maximumAge: precision === 'exact' ? 0 : roughAgeMs,
      },
    )
  })
}

/** Undefined in browsers that don't tell. */
export async function permissionIn(permissions: LocatePorts['permissions']): Promise<PermissionStatus | undefined> {
  try {
    return await permissions?.query({ name: 'geolocation' })
  } catch {
    // Some browsers know the function, but not this permission.
    return undefined
  }
}

function positionOf(
  { latitude, longitude, accuracy }: GeolocationCoordinates,
  precision: Precision,
  foundAt: number,
): LastPosition {
  if (precision === 'exact') return { latitude, longitude, accuracyM: accuracy, foundAt }
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100
  return {
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    accuracyM: Math.max(accuracy, 1000),
    foundAt,
  }
}
