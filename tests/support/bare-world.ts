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
import { makeFeedKey } from './feed-key.ts'
import { publishLegalTexts } from './legal-texts.ts'
import { makeMember } from './people-and-machines.ts'

/**
 * The whole app on a database without demonstration data: fast to build, no members. `env` adds to its configuration.
 */
export async function bareWorld(database: Database, clock: Clock, env: Record<string, string> = {}, log = silentLog) {
  const deps = await prepare({
    database,
    clock,
    config: readConfig({
      DEMO: '0',
      DIST_DIR: 'no-such-folder',
      CARD_KEY: randomBytes(32).toString('base64url'),
      ...env,
    }),
    log,
  })
  const app = createApp(deps)
  const feedKeys = new Map<string, Promise<string>>()
  return {
    database,
    config: deps.config,
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
    /** The key of a source, made when it is first asked for. */
    feedKey: (source: string): Promise<string> => {
      const known = feedKeys.get(source) ?? makeFeedKey(database, source, clock)
      feedKeys.set(source, known)
      return known
    },
    /** A new access token of a member, needed after the clock was advanced. */
    tokenOf: async (memberId: string) => (await startSession(database.kysely, memberId, undefined, clock)).accessToken,
  }
}

export type BareWorld = Awaited<ReturnType<typeof bareWorld>>

/** A world for the tests of a `describe`, called at its top. It is filled in before the first test. */
export function bareWorldFor(
  open: () => Promise<Database>,
  clock: Clock,
  env: Record<string, string> = {},
  log = silentLog,
): BareWorld {
  const world = {} as BareWorld
  beforeAll(async () => {
    Object.assign(world, await bareWorld(await open(), clock, env, log))
  })
  afterAll(() => world.database.close())
  return world
}

/** Lets newcomers register in a world of `bareWorldFor`; called after it. */
export function legalTextsIn(world: BareWorld, clock: Clock): void {
  beforeAll(() => publishLegalTexts(world.database, clock))
}
