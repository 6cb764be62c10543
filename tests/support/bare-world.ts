import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { startSession } from '#server/http/session.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { callerOf } from './caller.ts'
import { makeMember } from './people-and-machines.ts'

/**
 * The whole app on a database without demonstration data: fast to build, no members. `env` adds to its configuration.
 */
export async function bareWorld(database: Database, clock: Clock, env: Record<string, string> = {}) {
  const deps = await prepare({
    database,
    clock,
    config: readConfig({
      DEMO: '0',
      DIST_DIR: 'no-such-folder',
      CARD_KEY: randomBytes(32).toString('base64url'),
      ...env,
    }),
    log: silentLog,
  })
  const app = createApp(deps)
  return {
    database,
    app,
    call: callerOf(app),
    /** The same app on a wrapped database, for tests that make it fail. */
    callWith: (other: Database) => callerOf(createApp({ ...deps, database: other })),
    /** A new member who is signed in; `cookie` holds the refresh token. */
    async member(): Promise<{ memberId: string; token: string; cookie: string }> {
      const memberId = await makeMember(database.kysely)
      const { accessToken, refreshToken } = await startSession(database.kysely, memberId, undefined, clock)
      return { memberId, token: accessToken, cookie: `voltfolio_refresh=${refreshToken}` }
    },
    /** A new access token of a member, needed after the clock was advanced. */
    tokenOf: async (memberId: string) => (await startSession(database.kysely, memberId, undefined, clock)).accessToken,
  }
}

export type BareWorld = Awaited<ReturnType<typeof bareWorld>>

/** A world for the tests of a `describe`, called at its top. It is filled in before the first test. */
export function bareWorldFor(open: () => Promise<Database>, clock: Clock, env: Record<string, string> = {}): BareWorld {
  const world = {} as BareWorld
  beforeAll(async () => {
    Object.assign(world, await bareWorld(await open(), clock, env))
  })
  afterAll(() => world.database.close())
  return world
}
