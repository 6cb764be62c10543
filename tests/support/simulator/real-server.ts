import type { Hono } from 'hono'
import { appVersionCode } from '#protocol/headers.ts'
import { settleCommands } from '#protocol/auth.ts'
import { foregroundCalls } from '#protocol/foreground.ts'
import { queueable } from '#protocol/queueable.ts'
import { createApp, type Deps } from '#server/app.ts'
import type { Database } from '#server/db/open.ts'
import { startSession } from '#server/http/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { sendRequest, type Transport } from '#src/api/transport.ts'
import type { Dice } from './dice.ts'
import { behindNetwork, type Effect, type Outcome, type Server, type ServerFaults } from './server.ts'
import type { World } from './world.ts'

type Crash = 'none' | 'beforeCommit' | 'afterCommit'
const tokenLastsMs = 10 * 60_000

/**
 * The server's code on a real database, as the simulator's network reaches it: `members` says who the phone's `A` and
 * `B` are.
 */
export function createRealServer(
  world: World,
  dice: Dice,
  faults: ServerFaults,
  at: { deps: Deps; members: Readonly<Record<string, string>> },
): Server {
  const { database, clock } = at.deps
  const apps = new Map<Crash, Hono>(
    (['none', 'beforeCommit', 'afterCommit'] as const).map((crash) => [
      crash,
      createApp({ ...at.deps, database: crashing(database, crash) }),
    ]),
  )
  const tokens = new Map<string, { token: string; at: number }>()

  async function tokenOf(uid: string): Promise<string> {
    const held = tokens.get(uid)
    if (held && clock.now() - held.at < tokenLastsMs) return held.token
    const { accessToken: token } = await startSession(database.kysely, at.members[uid] ?? '', undefined, clock)
    tokens.set(uid, { token, at: clock.now() })
    return token
  }

  async function ask(
    app: Hono,
    uid: string,
    key: string,
    path: string,
    args: Record<string, unknown>,
  ): Promise<Outcome> {
    const call = path === settleCommands.path ? settleCommands : (queueable.get(path) ?? foregroundCalls.get(path))
    if (!call) throw new Error(`${path} is not for the outbox`)
    try {
      const answer = await sendRequest(wireTo(app, clock), call, {
        args,
        ...(call.replayed && { key }),
        token: await tokenOf(uid),
      })
      if (path === 'address/save')
        note(`${uid} ${String(args['id'])}`, (answer as { version: number }).version, args['detail'])
      return { answer }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.http === 422) server.reused.push(`${uid} ${key}`)
      return { error: failure }
    }
  }

  /** A replay of an older save tells nothing new. */
  function note(address: string, version: number, detail: unknown) {
    if (version > (server.addresses.get(address)?.version ?? 0)) server.addresses.set(address, { version, detail })
  }

  const server: Server = behindNetwork(world, dice, faults, (uid, key, path, args, answer) => {
    const crash = dice.chance(server.faults.errorBefore)
      ? 'beforeCommit'
      : dice.chance(server.faults.errorAfter)
        ? 'afterCommit'
        : 'none'
    world.hold(ask(apps.get(crash)!, uid, key, path, args).then(answer))
  })
  return server
}

/** Reads out of the database what became of every key: the oracle's view of the server. */
export async function readEffects(
  server: Server,
  database: Database,
  members: Readonly<Record<string, string>>,
  asked: (key: string) => Pick<Effect, 'path' | 'args'>,
): Promise<void> {
  for (const [uid, memberId] of Object.entries(members)) {
    const rows = await database.kysely
      .selectFrom('idem')
      .select(['key', 'status', 'reqHash'])
      .where('memberId', '=', memberId)
      .orderBy('at')
      .execute()
    // A command that arrives after its key was closed is refused in the same words as another body.
    const closed = new Set(rows.filter((it) => it.reqHash === 'closed').map((it) => `${uid} ${it.key}`))
    server.reused = server.reused.filter((it) => !closed.has(it))
    for (const { key, status } of rows) {
      if (status === 0) server.effects.push({ uid, key, ...asked(key) })
      else server.refusals.set(key, status)
    }
    const addresses = await database.kysely
      .selectFrom('address')
      .select(['id', 'version', 'detail'])
      .where('memberId', '=', memberId)
      .execute()
    for (const { id, version, detail } of addresses) server.addresses.set(`${uid} ${id}`, { version, detail })
  }
}

/** Ends every transaction as a crash would: its work undone, or done and never told. */
function crashing(database: Database, crash: Crash): Database {
  if (crash === 'none') return database
  return {
    ...database,
    inTransaction: async (work, last) => {
      const result = await database.inTransaction(async (db) => {
        const result = await work(db)
        if (crash === 'beforeCommit') throw new Error('crashed before the commit')
        return result
      }, last)
      if (crash === 'afterCommit') throw new Error('crashed after the commit')
      return result
    },
  }
}

function wireTo(app: Hono, clock: { now(): number }): Transport {
  return {
    fetch: async (url, request) =>
      app.fetch(new Request(`http://app.test${url}`, request), {
        incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } },
      }),
    base: '',
    clock,
    caller: () => ({
      appType: 'h5',
      language: 'en',
      country: 'id',
      device: `simulated-${appVersionCode}`,
      userAgent: 'simulator',
    }),
    timeout: () => new AbortController().signal,
  }
}
