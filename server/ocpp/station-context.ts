import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'

/** What the handlers of one station's messages may use. */
export interface StationContext {
  database: Database
  clock: Clock
  log: Log
  /** Its identity. */
  station: string
}

/** Answers a message whose parameters its strict schema has let through. */
export type MessageHandler = (context: StationContext, params: never) => Promise<Record<string, unknown>>

/** Seconds between a station's heartbeats. */
export const heartbeatSeconds = 300
