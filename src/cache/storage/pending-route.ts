import type { Connection } from './connection.ts'
import { takeMeta, writeMeta } from './meta.ts'

const name = 'pending-route'
const route = /^\/[\w\-/]*(\?[\w\-=&%.]*)?$/

/**
 * A route as the sitemap writes it, `/pages/my/checkIn?day=1`; anything else, and anything from elsewhere, is
 * undefined.
 */
export function routeOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const path = text.replace(/^\/?#/, '')
  return route.test(path) && !path.startsWith('//') ? path : undefined
}

/** Milliseconds after which a route is ignored: the start of the app that it was meant for never came. */
const freshMs = 5 * 60_000

/**
 * Leaves a route for the app to open at its next start: a click on a push message found no window. `at` in milliseconds
 * since 1970.
 */
export async function leaveRoute(connection: Connection, path: string, at: number): Promise<void> {
  await writeMeta(connection, name, { path, at })
}

/** The route that a click has just left behind, once. */
export async function takeRoute(connection: Connection, now: number): Promise<string | undefined> {
  const left = await takeMeta(connection, name)
  if (typeof left !== 'object' || left === null || !('path' in left) || !('at' in left) || typeof left.at !== 'number')
    return undefined
  return Math.abs(now - left.at) <= freshMs ? routeOf(left.path) : undefined
}
