import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { removeCard } from '#protocol/cards.ts'
import { deleteAccount } from '#protocol/auth.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { claimEarnings } from '#protocol/rewards.ts'
import { exchange } from '#protocol/wallet.ts'
import { ApiError } from '#src/api/api-error.ts'
import { NotSent } from '#src/api/encrypted-call.ts'
import { createConnection, type Connection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { ownReasonOf } from '#src/lib/own-reasons.ts'
import { needsAttention, type Command } from '#src/outbox/command.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { unread } from '#src/outbox/current-commands.ts'
import type { NotSaved } from '#src/outbox/enqueue.ts'
import { openClaim } from '#src/outbox/open-claim.ts'
import { createOutbox, type OutboxPorts } from '#src/outbox/outbox.ts'
import type { Outcomes } from '#src/outbox/settle.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import { later } from '#tests/support/fake-transport.ts'

const cardId = '00000000-0000-4000-8000-0000000000c1'
const args = { from: 'income', to: 'recharge', amount: 500 } as const
const lost = () => new ApiError('network', 'cut')
const refusal = (code: ErrorCode) =>
  new ApiError('rejected', code, { errno: errors[code].errno, http: errors[code].http })

let ids = 0

/** Tabs of one member on one database; `server` is what their requests meet. */
function phone() {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  const sent: { id: string; secrets: unknown }[] = []
  const timers = new Set<{ run: () => void; ms: number }>()
  const server = {
    now: 1_790_000_000_000,
    answer: (): Promise<unknown> => Promise.resolve({}),
    outcomes: (keys: readonly string[]): Promise<Outcomes> =>
      Promise.resolve(keys.map((key) => ({ kind: 'notArrived', key }))),
  }
  const open = () => createConnection(async () => openDatabase(memberName('A'), from))
  return {
    sent,
    timers,
    server,
    tab(change: (storage: OutboxStorage) => OutboxStorage = (it) => it) {
      const connection = open()
      const storage = change(createDexieStorage(connection, 'A'))
      const ports: OutboxPorts = {
        uid: 'A',
        storage,
        clock: { now: () => server.now },
        random: () => 0,
        appCode: 1709,
        newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
        newOwner: () => `tab ${++ids}`,
        knows: () => true,
        onApplied: vi.fn<() => void>(),
        leader: { lead: (work) => work() },
        timer(run, ms) {
          // What lies between two reads of a store that changes.
          if (ms === 100) queueMicrotask(run)
          const timer = { run, ms }
          timers.add(timer)
          return () => void timers.delete(timer)
        },
        send: () => Promise.reject(new Error('no background command here')),
        sendNow(_, command, __, secrets) {
          sent.push({ id: command.id, secrets })
          return server.answer() as never
        },
        outcomesOf: (keys) => server.outcomes(keys),
      }
      return { outbox: createOutbox(ports), storage, connection, onApplied: ports.onApplied }
    },
    rows: async (connection: Connection) =>
      connection.use((database) => database.table<Command, string>('commands').toArray()),
    fire(ms: number) {
      for (const timer of [...timers].filter((it) => it.ms === ms)) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

describe('a command that is sent while the member looks on', () => {
  test('is on the disk before it is sent, and confirmed after the answer', async () => {
    const { tab, server, rows } = phone()
    const { outbox, connection, onApplied } = tab()
    let atSending: Command[] = []
    server.answer = async () => {
      atSending = await rows(connection)
      return { amount: 500 }
    }
    expect(await outbox.send(exchange, args, {})).toEqual({ kind: 'applied', answer: { amount: 500 } })
    expect(atSending).toMatchObject([{ state: 'inflight', delivery: 'foreground', call: exchange.path, attempt: 1 }])
    expect(await rows(connection)).toMatchObject([{ state: 'applied', reply: { data: { amount: 500 } } }])
    expect(onApplied).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ state: 'applied', reply: { errno: 0, message: '', data: { amount: 500 } } }),
    )
  })

  test('leaves neither digits nor secrets nor passwords on the disk', async () => {
    const { tab, server, sent, rows } = phone()
    const { outbox, connection } = tab()
    let atSending = ''
    server.answer = async () => {
      atSending = JSON.stringify(await connection.use((database) => database.table('commands').toArray()))
      throw lost()
    }
    await outbox.send(removeCard, { cardId }, { password: '971352', secret: { number: '4111111111111111' } })
    await outbox.send(deleteAccount, { password: 'correct horse', confirmed: true }, {})
    expect(sent).toMatchObject([{ secrets: { password: '971352', secret: { number: '4111111111111111' } } }, {}])
    const kept = atSending + JSON.stringify(await rows(connection))
    expect(kept).toContain(cardId)
    for (const secret of ['971352', '4111111111111111', 'correct horse']) expect(kept).not.toContain(secret)
  })

  test('is unknown after a lost answer, asked for under its key, and never sent again', async () => {
    const { tab, server, sent } = phone()
    const { outbox, storage } = tab()
    server.answer = () => Promise.reject(lost())
    let asked: readonly string[] = []
    server.outcomes = (keys) => {
      asked = keys
      return Promise.resolve(keys.map((key) => ({ kind: 'applied', key, data: { amount: 500 } })))
    }
    const { kind } = await outbox.send(exchange, args, {})
    expect(kind).toBe('unknown')
    await expect.poll(() => storage.rows()).toMatchObject([{ state: 'applied', reply: { data: { amount: 500 } } }])
    expect(sent.map(({ id }) => id)).toEqual(asked)
  })

  test('stays unknown while the server cannot be reached, and is asked for again when the wait ends', async () => {
    const { tab, server, sent } = phone()
    const { outbox, storage } = tab()
    server.answer = () => Promise.reject(lost())
    server.outcomes = () => Promise.reject(lost())
    await outbox.send(exchange, args, {})
    await expect.poll(() => storage.rows()).toMatchObject([{ state: 'unknown', checks: 1 }])
    await outbox.drain(true)
    expect(await storage.rows()).toMatchObject([{ state: 'unknown', checks: 2 }])
    server.outcomes = (keys) => Promise.resolve(keys.map((key) => ({ kind: 'notArrived', key })))
    server.now += 10_000
    await outbox.drain()
    const [row] = await storage.rows()
    expect(row).toMatchObject({ state: 'rejected', isSeen: undefined })
    expect(ownReasonOf(row?.reply)).toBe('notArrived')
    expect(sent).toHaveLength(1)
  })

  test('lets nothing new of its kind pass while it is unknown, in any tab', async () => {
    const { tab, server, sent } = phone()
    const [one, other] = [tab(), tab()]
    server.answer = () => Promise.reject(lost())
    server.outcomes = () => Promise.reject(lost())
    await one.outbox.send(exchange, args, {})
    for (const { outbox } of [one, other]) {
      const second = await outbox.send(exchange, args, {})
      expect(second.kind === 'rejected' && ownReasonOf(second.error)).toBe('underWay')
    }
    expect(sent).toHaveLength(1)
  })

  test('is sent once when two tabs press at once; the other tab is told', async () => {
    const { tab, sent } = phone()
    const outcomes = await Promise.all([tab(), tab()].map(({ outbox }) => outbox.send(exchange, args, {})))
    expect(outcomes.map((it) => it.kind).toSorted()).toEqual(['applied', 'rejected'])
    const told = outcomes.find((it) => it.kind === 'rejected')
    expect(ownReasonOf(told?.kind === 'rejected' ? told.error : undefined)).toBe('underWay')
    expect(sent).toHaveLength(1)
  })

  test('about another thing does not wait', async () => {
    const { tab, server, sent } = phone()
    const { outbox } = tab()
    server.answer = () => Promise.reject(lost())
    server.outcomes = () => Promise.reject(lost())
    await outbox.send(removeCard, { cardId }, {})
    await outbox.send(removeCard, { cardId: cardId.replace('c1', 'c2') }, {})
    expect(sent).toHaveLength(2)
  })

  test('that was rejected is told at once and kept as seen; the next press is another command', async () => {
    const { tab, server, sent } = phone()
    const { outbox, storage } = tab()
    server.answer = () => Promise.reject(refusal('balance_insufficient'))
    expect((await outbox.send(exchange, args, {})).kind).toBe('rejected')
    expect(await storage.rows()).toMatchObject([{ state: 'rejected', isSeen: true, reply: { http: 200 } }])
    server.answer = () => Promise.resolve({})
    expect((await outbox.send(exchange, args, {})).kind).toBe('applied')
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  })

  test('that was rejected while nobody looked at its screen needs attention until it is seen', async () => {
    const { tab, server } = phone()
    const { outbox, storage } = tab()
    server.answer = () => Promise.reject(refusal('balance_insufficient'))
    const sent = await outbox.send(exchange, args, {}, false, () => false)
    const [row] = await storage.rows()
    expect(row && needsAttention(row)).toBe(true)
    expect(sent).toMatchObject({ kind: 'rejected', unseenId: row?.id })
    await outbox.see(row!.id)
    expect((await storage.rows()).filter(needsAttention)).toEqual([])
  })

  test.each(['transaction_password_wrong', 'attempts_exhausted', 'transaction_password_missing'] as const)(
    'leaves no row after %s: nothing is kept with its key',
    async (code) => {
      const { tab, server } = phone()
      const { outbox, storage } = tab()
      server.answer = () => Promise.reject(refusal(code))
      expect((await outbox.send(removeCard, { cardId }, { password: '000000' })).kind).toBe('rejected')
      expect(await storage.rows()).toEqual([])
    },
  )

  test('whose secrets could not be encrypted was not sent, and is not unknown', async () => {
    const { tab, server } = phone()
    const { outbox, storage } = tab()
    const cause = lost()
    server.answer = () => Promise.reject(new NotSent('no key', { cause }))
    expect(await outbox.send(removeCard, { cardId }, { password: '971352' })).toEqual({
      kind: 'rejected',
      error: cause,
    })
    expect(await storage.rows()).toEqual([])
  })

  test("stays its tab's for as long as that takes, as at the prompt for a passkey: no other asks for it", async () => {
    const { tab, server, sent, fire } = phone()
    const [one, other] = [tab(), tab()]
    const confirmed = later<unknown>()
    server.answer = () => confirmed.promise
    let asked = 0
    server.outcomes = (keys) => {
      asked += keys.length
      return Promise.resolve(keys.map((key) => ({ kind: 'notArrived', key })))
    }
    const sending = one.outbox.send(exchange, args, {})
    await expect.poll(() => sent).toHaveLength(1)
    for (let minute = 0; minute < 4; minute++) {
      server.now += 60_000
      fire(25_000)
      await expect.poll(() => one.storage.rows()).toMatchObject([{ lease: { until: server.now + 75_000 } }])
      for (const { outbox } of [one, other]) await outbox.drain(true)
    }
    confirmed.resolve({ amount: 500 })
    expect(await sending).toEqual({ kind: 'applied', answer: { amount: 500 } })
    expect(asked).toBe(0)
    fire(25_000)
    expect(await other.storage.rows()).toMatchObject([{ state: 'applied', lease: null }])
  })

  test('is not begun once the member has signed out', async () => {
    const { tab, sent } = phone()
    const [one, other] = [tab(), tab()]
    await other.outbox.suspend()
    expect((await one.outbox.send(exchange, args, {})).kind).toBe('rejected')
    expect(sent).toEqual([])
    expect(await one.storage.rows()).toEqual([])
  })
})

describe('a command that is saved for the background', () => {
  test('is shown as soon as it is saved, however slow the next read is: a second tap finds it', async () => {
    const { tab, rows } = phone()
    let reads = 0
    const slow = later<Command[]>()
    const { outbox, connection } = tab((storage) => ({
      ...storage,
      rows: () => (reads++ === 0 ? storage.rows() : slow.promise),
    }))
    await expect.poll(() => outbox.commands.getSnapshot()).not.toBe(unread)
    const { id } = await outbox.enqueue(claimEarnings, {})
    expect(openClaim(outbox.commands.getSnapshot())?.id).toBe(id)
    slow.resolve(await rows(connection))
    await slow.promise
    await expect.poll(() => outbox.commands.getSnapshot().map((it) => it.id)).toEqual([id])
  })
})

describe('a tab that died', () => {
  test('between saving and sending: nothing is sent, and the member reads that it did not arrive', async () => {
    const { tab, server, sent } = phone()
    const dying = tab((storage) => ({ ...storage, claim: () => new Promise(() => {}) }))
    void dying.outbox.send(exchange, args, {})
    await expect.poll(() => dying.storage.rows()).toMatchObject([{ state: 'queued' }])
    dying.outbox.stop()
    server.now += 16_000
    const next = tab()
    await next.outbox.drain()
    const [row] = await next.storage.rows()
    expect([row?.state, ownReasonOf(row?.reply)]).toEqual(['rejected', 'notArrived'])
    expect(sent).toEqual([])
  })

  test('while it was sending: its command is unknown once the lease is over, and asked for', async () => {
    const { tab, server, sent } = phone()
    const dying = tab()
    server.answer = () => new Promise(() => {})
    void dying.outbox.send(exchange, args, {})
    await expect.poll(() => sent).toHaveLength(1)
    const next = tab()
    server.outcomes = () => Promise.reject(lost())
    await next.outbox.drain()
    expect(await next.storage.rows()).toMatchObject([{ state: 'inflight' }])
    server.now += 76_000
    await next.outbox.drain()
    expect(await next.storage.rows()).toMatchObject([{ state: 'unknown' }])
    server.outcomes = (keys) => Promise.resolve(keys.map((key) => ({ kind: 'applied', key, data: {} })))
    await next.outbox.check((await next.storage.rows())[0]!.id)
    expect(await next.storage.rows()).toMatchObject([{ state: 'applied' }])
    expect(sent).toHaveLength(1)
  })
})

describe('a store that cannot keep it', () => {
  const full = (storage: OutboxStorage): OutboxStorage => ({
    ...storage,
    append: () => Promise.reject(Object.assign(new Error('no'), { name: 'QuotaExceededError' })),
  })

  test('is told before anything is sent', async () => {
    const { tab, sent } = phone()
    expect(await tab(full).outbox.send(exchange, args, {})).toEqual({ kind: 'notSaved', reason: 'quota' })
    expect(sent).toEqual([])
  })

  test('by not answering within 8 s too, and a late awakening keeps nothing', async () => {
    const { tab, sent, timers, fire } = phone()
    let wake = () => {}
    const { outbox, storage } = tab((storage) => ({
      ...storage,
      append: async (isSame, make) => {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        return storage.append(isSame, make)
      },
    }))
    const sending = outbox.send(exchange, args, {})
    await expect.poll(() => [...timers].some((it) => it.ms === 8000)).toBe(true)
    fire(8000)
    expect(await sending).toEqual({ kind: 'notSaved', reason: 'storage' })
    wake()
    expect(await storage.rows()).toEqual([])
    expect(sent).toEqual([])
  })

  test('sends it if the member wants, shows it as long as the page is open, and asks for a lost answer', async () => {
    const { tab, server, sent } = phone()
    const { outbox } = tab(full)
    server.answer = () => Promise.reject(lost())
    server.outcomes = () => Promise.reject(lost())
    expect((await outbox.send(exchange, args, {}, true)).kind).toBe('unknown')
    await expect.poll(() => outbox.commands.getSnapshot()).toMatchObject([{ state: 'unknown', call: exchange.path }])
    server.outcomes = (keys) => Promise.resolve(keys.map((key) => ({ kind: 'applied', key, data: {} })))
    await outbox.check(sent[0]!.id)
    await expect.poll(() => outbox.commands.getSnapshot()).toMatchObject([{ state: 'applied' }])
    expect(sent).toHaveLength(1)
  })

  test('can be dismissed once it was rejected, and then blocks no other', async () => {
    const { tab, server } = phone()
    const { outbox } = tab(full)
    const failure = await outbox.enqueue(claimEarnings, {}).catch((it: unknown) => it)
    const { command } = failure as NotSaved
    server.answer = () => Promise.reject(refusal('nothing_to_claim'))
    expect((await outbox.sendUnsaved(claimEarnings, command)).kind).toBe('rejected')
    await expect.poll(() => openClaim(outbox.commands.getSnapshot())).toMatchObject({ state: 'rejected' })
    await outbox.dismiss(command.id)
    await expect.poll(() => outbox.commands.getSnapshot()).toEqual([])
  })
})
