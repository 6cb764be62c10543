import type { Call } from '#protocol/call.ts'
import type { Clock } from '../lib/clock.ts'
import type { PlainArgs } from '../api/encrypted-call.ts'
import { createSignal, type Signal } from '../lib/signal.ts'
import { isOpen, needsAttention, type Command } from './command.ts'
import { unread } from './current-commands.ts'
import type { Outcome } from './command-runner.ts'
import { createDrainer, type Timer } from './drainer.ts'
import { oldIn, type DrainPorts } from './drain.ts'
import { enqueue, type Beside, type QueuedArgs } from './enqueue.ts'
import { createForeground, type Foreground, type ForegroundPorts } from './foreground.ts'
import type { Leader } from './lock.ts'
import { orphaned } from './orphans.ts'
import type { OutboxStorage } from './storage.ts'
import type { Question } from './question.ts'
import { sendAsking, type Asking } from './send-asking.ts'
import { settle } from './settle.ts'
import { transition, type Event } from './transition.ts'

export interface OutboxPorts extends DrainPorts, ForegroundPorts {
  storage: OutboxStorage
  uid: string
  newId: () => string
  newOwner: () => string
  clock: Clock
  appCode: number
  onApplied(command: Command): void
  leader: Leader
  timer: Timer
}

/** One member's outbox, as screens see it. */
export interface Outbox {
  readonly memberId: string
  /** Every command that is open, stays until dismissed, or was settled within a day; in order of the taps. */
  readonly commands: Pick<Signal<readonly Command[]>, 'getSnapshot' | 'subscribe'>
  /** Keeps a command and starts sending. Resolves when it is on the disk; rejects with NotSaved or ApiError 400. */
  enqueue<C extends Call>(call: C, args: QueuedArgs<C>, beside?: Beside): Promise<Command>
  /** Sends a foreground command once, now: see `Foreground.send`. */
  send: Foreground['send']
  /** The same, and asks the member what has to be asked for it. */
  sendAsking<C extends Call>(call: C, args: PlainArgs<C>, asking: Asking, question: Question): Promise<Outcome<C>>
  /**
   * Sends at once a background command that could not be kept. Its id is the key, so it is safe where it was kept after
   * all.
   */
  sendUnsaved: Foreground['sendUnsaved']
  /**
   * Asks the server what became of a command whose answer was lost. Resolves when it has answered or can't be reached.
   */
  check(id: string): Promise<void>
  /** The member was told of a rejection: it needs their attention no more. */
  see(id: string): Promise<void>
  /** Sends what is due; `ignoreBackoff` when the network may be back. */
  drain(ignoreBackoff?: boolean): Promise<void>
  /** Sends one command, or all that wait, without waiting any longer. Also takes one out of quarantine. */
  retryNow(id?: string): Promise<void>
  /** Sends what was refused because its feature was off, without waiting any longer: the feature may be back. */
  retrySwitchedOff(): Promise<void>
  /** True if it was never sent and is gone. */
  cancel(id: string): Promise<boolean>
  /** Takes away what was applied, rejected or quarantined, or keeps the other side's version of a conflict. */
  dismiss(id: string): Promise<void>
  /**
   * Keeps the member's version of a conflict: a new command with `args`, based on what the server has now. Once it is
   * on the disk, it takes the place of the commands `ids`, the conflict as the last of them. Rejects as `enqueue` does.
   */
  keepMine<C extends Call>(ids: readonly string[], call: C, args: QueuedArgs<C>): Promise<Command>
  /** Removes every command: the account was deleted, so none can be sent or asked for any more. */
  clear(): Promise<void>
  /**
   * The member signs out: nothing more is sent until they are back, and what was confirmed is forgotten. Resolves with
   * how many commands wait.
   */
  suspend(): Promise<number>
  /** The member is signed in (again). Where the store fails just then, it is tried again. Never rejects. */
  resume(): Promise<void>
  stop(): void
}

const whenStorageFailsMs = 5000
const askUnsavedAgainMs = 10_000
/** A long queue that goes out changes many times a second; reading all of it each time would hold up the sending. */
const betweenReadsMs = 100

/** Assembles an outbox from what surrounds it. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { storage, clock } = ports
  const drainer = createDrainer(ports, ports.leader, ports.timer)
  const commands = createSignal<readonly Command[]>(unread)
  const unsaved = createSignal<readonly Command[]>([])
  const foreground = createForeground(ports, unsaved)
  const stopWatching = storage.watch(() => void refresh())
  unsaved.subscribe(() => void refresh())
  let reading: Promise<void> | undefined
  let isStale = false
  /** Saved since the last read from storage began, by id. */
  const justSaved = new Map<string, Command>()

  let mustResume = false
  let stopAsking: (() => void) | undefined

  async function drain(ignoreBackoff = false): Promise<void> {
    if (mustResume) {
      try {
        await unsuspend()
        mustResume = false
      } catch {
        ports.timer(() => void drain(ignoreBackoff), whenStorageFailsMs)
      }
    }
    if (!mustResume) void checkUnsaved()
    await drainer.drain(ignoreBackoff)
  }

  async function checkUnsaved() {
    stopAsking?.()
    for (const { id, state } of unsaved.getSnapshot()) if (state === 'unknown') await check(id)
    if (unsaved.getSnapshot().some(({ state }) => state === 'unknown'))
      stopAsking = ports.timer(() => void checkUnsaved(), askUnsavedAgainMs)
  }

  async function check(id: string): Promise<void> {
    const row = unsaved.getSnapshot().find((it) => it.id === id) ?? (await storage.rows()).find((it) => it.id === id)
    if (row?.state !== 'unknown' || (await storage.isSuspended().catch(() => false))) return
    await settle(ports, [row], async (_, event) => {
      const after = row.seq === 0 ? changeUnsaved(id, event) : await storage.update(id, (it) => transition(it, event))
      if (after?.state === 'applied') ports.onApplied(after)
    })
  }

  function changeUnsaved(id: string, event: Event): Command | undefined {
    const rows = unsaved.getSnapshot()
    const row = rows.find((it) => it.id === id)
    const after = row && transition(row, event)
    if (after) unsaved.set(rows.map((it) => (it.id === id ? after : it)))
    return after
  }

  async function unsuspend() {
    await storage.setSuspended(false)
    for (const row of await storage.rows()) {
      if (row.state === 'awaitingSignIn') await storage.update(row.id, (it) => transition(it, { kind: 'signedIn' }))
    }
  }

  function refresh(): Promise<void> {
    isStale = true
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read() {
    while (isStale) {
      isStale = false
      const ids = [...justSaved.keys()]
      // A store that can't be read now will be read after the next change; what is shown stays.
      await storage.rows().then((rows) => {
        for (const id of ids) justSaved.delete(id)
        show(rows)
      }, show)
      if (isStale) await passed(betweenReadsMs)
    }
  }

  function show(rows: unknown) {
    const before = commands.getSnapshot()
    const saved = Array.isArray(rows) ? (rows as Command[]) : before.filter((row) => row.seq > 0)
    const known = new Set(saved.map((row) => row.id))
    const shown = [...saved, ...[...justSaved.values()].filter((row) => !known.has(row.id)), ...unsaved.getSnapshot()]
    if (Array.isArray(rows) || shown.length > 0) commands.set(shown)
  }

  function passed(ms: number): Promise<void> {
    return new Promise((done) => {
      ports.timer(() => done(), ms)
    })
  }

  /** Whether there were any. */
  async function endWaits(isMeant: (row: Command) => boolean): Promise<boolean> {
    const meant = (await storage.rows()).filter(isMeant)
    for (const { id } of meant) await storage.update(id, (it) => transition(it, { kind: 'retriedByHand' }))
    return meant.length > 0
  }

  async function keep<C extends Call>(call: C, args: QueuedArgs<C>, beside?: Beside) {
    const command = await enqueue(ports, call, args, beside)
    // The next read from storage may take a while: a second tap must find the button gone.
    justSaved.set(command.id, command)
    if (commands.getSnapshot() !== unread) show(undefined)
    void drain()
    return command
  }

  const send: Foreground['send'] = async (...given) => {
    const sent = await foreground.send(...given)
    if (sent.kind === 'unknown') void drain()
    return sent
  }

  async function dismiss(id: string) {
    unsaved.set(unsaved.getSnapshot().filter((row) => row.id !== id))
    for (const row of await storage.rows()) {
      if (row.dependsOn === id) await storage.update(row.id, (it) => transition(it, orphaned(clock.now())))
    }
    await storage.remove([id])
  }

  void refresh()

  return {
    memberId: ports.uid,
    commands,
    enqueue: keep,
    drain,
    check,

    send,
    sendAsking: (call, args, asking, question) => sendAsking(send, call, args, asking, question),

    async sendUnsaved(call, command) {
      const sent = await foreground.sendUnsaved(call, command)
      if (sent.kind === 'unknown') void drain()
      return sent
    },

    async see(id) {
      if (!changeUnsaved(id, { kind: 'seen' })) await storage.update(id, (it) => transition(it, { kind: 'seen' }))
    },

    async retryNow(id) {
      await endWaits((row) =>
        id === undefined ? row.state === 'queued' && row.delivery === 'background' : row.id === id,
      )
      await drain(true)
    },

    async retrySwitchedOff() {
      if (await endWaits((row) => row.state === 'queued' && row.waiting?.why === 'switchedOff')) await drain()
    },

    async cancel(id) {
      return (await storage.update(id, (row) => transition(row, { kind: 'cancelled', at: clock.now() }))) !== undefined
    },

    dismiss,

    async keepMine(ids, call, args) {
      const mine = await enqueue(ports, call, args, {}, ids)
      for (const { id, dependsOn } of await storage.rows()) {
        if (dependsOn !== undefined && ids.includes(dependsOn))
          await storage.update(id, (it) => ({ ...it, dependsOn: mine.id }))
      }
      for (const id of ids) await dismiss(id)
      void drain()
      return mine
    },

    async clear() {
      unsaved.set([])
      await storage.setSuspended(true)
      await storage.prune((rows) => rows.map(({ id }) => id))
    },

    async suspend() {
      mustResume = false
      await storage.setSuspended(true)
      const rows = await storage.rows()
      // What the server has answered them is nothing for whoever uses the device next.
      await storage.prune((all) => oldIn(all, Infinity))
      return rows.filter((row) => isOpen(row) || needsAttention(row)).length
    },

    resume() {
      mustResume = true
      return drain(true)
    },

    stop() {
      stopWatching()
      stopAsking?.()
      drainer.stop()
      storage.close()
    },
  }
}
