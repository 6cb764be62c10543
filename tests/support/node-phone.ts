import { randomUUID } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { appVersionCode } from '#protocol/headers.ts'
import { login, settleCommands } from '#protocol/auth.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { createClient, type Client } from '#src/api/client.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { encryptedCallsOf } from '#src/api/encrypted-call.ts'
import { webLockLeader } from '#src/outbox/lock.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { knows, sendBy } from '#src/outbox/send.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'

/** The app's client and outbox without a page; a Node process can run many. */
export interface NodePhone {
  client: Client
  outbox: Outbox
  /** Aborts the tab, and opens another on the same database and cookie. */
  reopen(): void
  close(): void
}

/** Signs in as the demo member at `origin`; `timeoutMs` is how long a request may take, where the app waits 60 s. */
export async function createNodePhone(origin: string, { timeoutMs }: { timeoutMs: number }): Promise<NodePhone> {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  const device = randomUUID()
  let cookie = ''
  let isSignedIn = false
  let tab: Tab

  function openTab() {
    const over = new AbortController()
    const client = createClient({
      base: origin,
      clock: { now: Date.now },
      caller: () => ({ appType: 'h5', language: 'en', country: 'id', device, userAgent: 'node' }),
      timeout: (ms) => AbortSignal.timeout(Math.min(ms, timeoutMs)),
      async fetch(url, request) {
        const signal = AbortSignal.any([over.signal, ...(request.signal ? [request.signal] : [])])
        const answer = await fetch(url, {
          ...request,
          signal,
          headers: { ...(request.headers as Record<string, string>), ...(cookie && { cookie }) },
        })
        // A browser stores the cookie when the headers arrive, even if nobody reads the body.
        cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        return answer
      },
    })
    return { client, over }
  }

  interface Tab extends ReturnType<typeof openTab> {
    outbox?: Outbox
    timers: Set<NodeJS.Timeout>
  }

  function openOutbox(memberId: string): Outbox {
    const { client } = tab
    const { timers } = tab
    if (isSignedIn) client.session.expect()
    const connection = createConnection(async () => openDatabase(memberName(memberId), from))
    const storage = createDexieStorage(connection, memberId)
    return createOutbox({
      uid: memberId,
      storage,
      knows,
      send: sendBy(client.callApi),
      sendNow: (call, { id, uid }, args, secrets) =>
        encryptedCallsOf(client).callEncrypted(call, args, { key: id, memberId: uid, ...secrets }),
      outcomesOf: async (keys, uid) =>
        (await client.callApi(settleCommands, { keys: [...keys] }, { memberId: uid })).outcomes,
      newId: randomUUID,
      newOwner: randomUUID,
      onApplied: () => {},
      clock: { now: Date.now },
      random: Math.random,
      appCode: appVersionCode,
      leader: webLockLeader({ request: (_, __, work) => work() }, '', () => Promise.resolve(true)),
      timer(run, ms) {
        const timer = setTimeout(() => {
          timers.delete(timer)
          run()
        }, ms)
        timers.add(timer)
        return () => clearTimeout(timer)
      },
    })
  }

  function end() {
    tab.over.abort()
    tab.outbox?.stop()
    for (const timer of tab.timers) clearTimeout(timer)
  }

  tab = { ...openTab(), timers: new Set() }
  const grant = await tab.client.callApi(login, {
    phone: demoMember.phone,
    password: demoMember.password,
    agreed: true,
  })
  tab.client.session.begin(grant)
  isSignedIn = true
  tab.outbox = openOutbox(grant.memberId)
  return {
    get client() {
      return tab.client
    },
    get outbox() {
      return tab.outbox!
    },
    reopen() {
      end()
      tab = { ...openTab(), timers: new Set() }
      tab.outbox = openOutbox(grant.memberId)
      void tab.outbox.resume()
    },
    close: end,
  }
}
