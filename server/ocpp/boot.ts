import { instant } from '../clock.ts'
import type { StationContext } from './station-context.ts'
import { heartbeatSeconds } from './station-context.ts'

interface Built {
  vendor: string
  model: string
  firmware: string | null
}

/** A station has started: what it is made of is kept, and it learns the time. */
export async function boot(
  { database, clock, station }: StationContext,
  built: Built,
): Promise<Record<string, unknown>> {
  await database.kysely.updateTable('station').set(built).where('identity', '=', station).execute()
  return { status: 'Accepted', currentTime: instant(clock), interval: heartbeatSeconds }
}
