import { sql } from 'kysely'
import { instant } from '../clock.ts'
import type { TakenCommand } from '../features/products/charging/station-commands.ts'
import { idleMs, noteAnswer, takeCommands } from '../features/products/charging/station-commands.ts'
import type { CentralSystemDeps } from './central-system.ts'
import type { Connection } from './connection.ts'
import { callOf } from './orders.ts'

/** How often operators' commands are looked for: one look-up in a partial index, while a station is connected. */
const commandsMs = 1000
/** How often it is stored which stations were heard of, and looked whether one has connected elsewhere. */
const seenMs = 20_000

export interface Registry {
  readonly size: number
  /** Takes over a new connection; an older one of the same station ends, here or in another process. */
  add(connection: Connection): Promise<void>
  stop(): Promise<void>
}

/** The stations that are connected to this process. Which connection of a station counts stands in the database. */
export function createRegistry({ database, clock, log }: CentralSystemDeps): Registry {
  const connections = new Map<string, Connection>()
  const working = new Set<Promise<unknown>>()
  const taking = new Map<string, Promise<void>>()
  let isStopping = false

  /** Runs `work` for each round, never two rounds at once. */
  const every = (ms: number, work: () => Promise<void>): NodeJS.Timeout => {
    let isRunning = false
    return setInterval(() => {
      if (isRunning || connections.size === 0 || isStopping) return
      isRunning = true
      tracked(
        work().finally(() => {
          isRunning = false
        }),
      )
    }, ms).unref()
  }
  const timers = [every(commandsMs, carryOutCommands), every(seenMs, noteSeen)]

  function tracked(work: Promise<unknown>): void {
    const settled = work.catch((cause: unknown) => {
      log.error('ocpp', cause)
    })
    working.add(settled)
    void settled.finally(() => working.delete(settled))
  }

  async function carryOutCommands(): Promise<void> {
    const ids = [...connections.values()].map((it) => it.id)
    const isAsked = await database.kysely
      .selectFrom('stationCommand')
      .select('id')
      .where('takenAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!isAsked) return
    // Not waited for: a station may take half a minute to answer.
    for (const command of await takeCommands(database.kysely, ids, clock)) tracked(carryOut(command))
  }

  async function carryOut(command: TakenCommand): Promise<void> {
    const connection = connections.get(command.station)
    const answer = connection
      ? await connection.call(callOf(connection.protocol, command)).then(
          (it) => JSON.stringify(it),
          (cause: unknown) => (cause instanceof Error ? `failed: ${cause.message}` : 'failed'),
        )
      : 'not connected any more'
    await noteAnswer(database.kysely, command, answer, clock)
  }

  async function noteSeen(): Promise<void> {
    const seen = JSON.stringify(
      [...connections.values()].map(({ station, id, heardAt }) => ({ station, id, at: instant(heardAt) })),
    )
    const { rows } = await sql<{ identity: string }>`
      update station set seen_at = greatest(seen_at, it.at)
      from jsonb_to_recordset(${seen}::text::jsonb) as it(station text, id uuid, at timestamptz)
      where identity = it.station and connection = it.id returning identity`.execute(database.kysely)
    const current = new Set(rows.map((it) => it.identity))
    for (const connection of connections.values()) {
      if (!current.has(connection.station)) void connection.close(1008, 'Connected elsewhere, or not allowed any more')
      else if (clock.now() - connection.heardAt > idleMs) void connection.close(1000, 'Idle')
    }
  }

  async function take({ station, id, protocol }: Connection): Promise<void> {
    const now = instant(clock)
    await database.kysely
      .updateTable('station')
      .set({ connection: id, protocol, connectedAt: now, seenAt: now })
      .where('identity', '=', station)
      .where('removedAt', 'is', null)
      .execute()
  }

  /** One connection of a station after the other: the one that came last counts, however long statements take. */
  async function takeInTurn(connection: Connection): Promise<void> {
    const { station } = connection
    const taken = (taking.get(station) ?? Promise.resolve()).catch(() => undefined).then(() => take(connection))
    taking.set(station, taken)
    await taken.finally(() => {
      if (taking.get(station) === taken) taking.delete(station)
    })
  }

  async function leave({ station, id }: Connection): Promise<void> {
    await database.kysely
      .updateTable('station')
      .set({ connection: null })
      .where('identity', '=', station)
      .where('connection', '=', id)
      .execute()
  }

  return {
    get size() {
      return connections.size
    },
    add: async (connection) => {
      if (isStopping) return await connection.end()
      let isOver = false
      connection.onClose(() => {
        isOver = true
        if (connections.get(connection.station) === connection) connections.delete(connection.station)
        tracked(leave(connection))
      })
      await takeInTurn(connection)
      if (isOver) return await leave(connection)
      void connections.get(connection.station)?.close(1008, 'Connected anew')
      connections.set(connection.station, connection)
    },
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...connections.values()].map((it) => it.end()))
      await Promise.allSettled(working)
    },
  }
}
