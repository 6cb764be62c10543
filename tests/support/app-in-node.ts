import { randomUUID } from 'node:crypto'
import { setTimeout as passed } from 'node:timers/promises'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { login, settleCommands } from '#protocol/auth.ts'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { appVersionCode } from '#protocol/headers.ts'
import { queueable } from '#protocol/queueable.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { createClient } from '#src/api/client.ts'
import type { Command } from '#src/outbox/command.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { createConnection, type Connection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'

/** The app without its screens, in this process: the real client, outbox and database, against a real server. */
export interface AppInNode {
  readonly outbox: Outbox
  readonly connection: Connection
  readonly memberId: string
  read<C extends Call>(call: C, args: ArgsInput<C>): Promise<Answer<C>>
  /** The highest sequence the server has seen of this device, as a new sign-in tells it. */
  deviceSeen(): Promise<Answer<typeof login>['device']>
  /** Resolves when all commands that were kept satisfy `isSo`; rejects with them after a minute. */
  until(isSo: (rows: readonly Command[]) => boolean): Promise<void>
  stop(): void
}

/** The app's clock runs 25 times faster than real time, so that retry delays are short. */
const speed = 25
const patienceMs = 60_000

interface Options {
  /** Version that the requests claim. */
  versionCode?: number
  /** Replaces `fetch` where the server runs in this process. */
  fetch?: (url: string, request: RequestInit) => Promise<Response>
  /** Who signs in; left out, the demo member. */
  as?: { phone: string; password: string }
  /** When its clock begins, in milliseconds; left out, now. */
  begun?: number
}

/** Signs a member in on a device of its own. */
export async function openAppInNode(
  origin: string,
  { versionCode = appVersionCode, fetch = globalThis.fetch, as = demoMember, begun = Date.now() }: Options = {},
): Promise<AppInNode> {
  const opened = Date.now()
  const clock = { now: () => begun + (Date.now() - opened) * speed }
  const device = randomUUID()
  let cookie = ''
  const client = createClient({
    base: origin,
    clock,
    timeout: (ms) => AbortSignal.timeout(ms / speed),
    caller: () => ({ appType: 'h5', language: 'en', country: 'ID', device, userAgent: 'node' }),
    async fetch(url, request) {
      const answer = await fetch(url, {
        ...request,
        headers: { ...(request.headers as Record<string, string>), 'x-app-version-code': String(versionCode), cookie },
      })
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return answer
    },
  })
  const signIn = () => client.callApi(login, { phone: as.phone, password: as.password, agreed: true })
  const grant = await signIn()
  client.session.begin(grant)
  const { memberId } = grant
  const connection = createConnection(async () =>
    openDatabase(memberName(memberId), { indexedDB: new IDBFactory(), IDBKeyRange }),
  )
  const storage = createDexieStorage(connection, memberId)
  const outbox = createOutbox({
    uid: memberId,
    clock,
    storage,
    newId: randomUUID,
    newOwner: randomUUID,
    random: Math.random,
    appCode: versionCode,
    onApplied: () => {},
    knows: (path) => queueable.has(path),
    send: ({ call, args, body, id, seq, uid }) =>
      client.callApi(queueable.get(call)!, args, { key: id, sequence: seq, memberId: uid, body }),
    sendNow: () => Promise.reject(new Error('this phone has nobody looking on')),
    outcomesOf: async (keys, uid) =>
      (await client.callApi(settleCommands, { keys: [...keys] }, { memberId: uid })).outcomes,
    leader: { lead: (work) => work() },
    timer(run, ms) {
      const handle = setTimeout(run, ms / speed)
      return () => clearTimeout(handle)
    },
  })

  /** Whether these are all the commands on the disk: the outbox reads them again some time after one is kept. */
  async function areAll(rows: readonly Command[]): Promise<boolean> {
    const known = new Set(rows.map((it) => it.id))
    return (await storage.rows()).every((it) => known.has(it.id))
  }

  return {
    outbox,
    connection,
    memberId,
    read: (call, args) => client.callApi(call, args),
    deviceSeen: async () => (await signIn()).device,
    async until(isSo) {
      const end = Date.now() + patienceMs
      for (;;) {
        const rows = outbox.commands.getSnapshot()
        if (isSo(rows) && (await areAll(rows))) return
        if (Date.now() > end)
          throw new Error(
            `waited too long: ${JSON.stringify(outbox.commands.getSnapshot().map(({ call, state, attempt, waiting, reply }) => [call, state, attempt, waiting, reply?.errno]))}`,
          )
        await passed(5)
      }
    },
    stop() {
      outbox.stop()
      connection.close()
    },
  }
}
