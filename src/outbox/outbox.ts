import type { Call } from '#protocol/call.ts'
import { createSignal, type Signal } from '../lib/signal.ts'
import { isOpen, needsAttention, type Command } from './command.ts'
import { createDrainer, type Timer } from './drainer.ts'
import type { DrainPorts } from './drain.ts'
import { enqueue, type QueuedArgs } from './enqueue.ts'
import type { Turn } from './lock.ts'
import { orphaned } from './orphans.ts'
import { transition } from './transition.ts'

export interface OutboxPorts extends DrainPorts {
  uid: string
  newId: () => string
  turn: Turn
  timer: Timer
}

/** One member's outbox, as screens see it. */
export interface Outbox {
  readonly memberId: string
  /** Every command that is open, needs attention, or was applied within a day; in order of the taps. */
  readonly commands: Pick<Signal<readonly Command[]>, 'getSnapshot' | 'subscribe'>
  /**
   * Keeps a command and starts sending. Resolves when it is on the disk; rejects with NotSaved or ApiError 400.
   * `dependsOn` is the id of a command that must have been applied before.
   */
  enqueue<C extends Call>(call: C, args: QueuedArgs<C>, dependsOn?: string): Promise<Command>
  /** Sends what is due; `isHasty` when the network may be back. */
  drain(isHasty?: boolean): Promise<void>
  /** Sends one command, or all that wait, without waiting any longer. Also takes one out of quarantine. */
  retryNow(id?: string): Promise<void>
  /** True if it was never sent and is gone. */
  cancel(id: string): Promise<boolean>
  /** Takes away what was applied, rejected or quarantined, or keeps the other side's version of a conflict. */
  dismiss(id: string): Promise<void>
  /** Keeps the member's version of a conflict: a new command with `args`, based on what the server has now. */
  keepMine<C extends Call>(id: string, call: C, args: QueuedArgs<C>): Promise<Command>
  /** The member signs out: nothing more is sent until they are back. Resolves with how many commands wait. */
  seal(): Promise<number>
  /** The member is signed in (again). Where the store fails just then, it is tried again. Never rejects. */
  resume(): Promise<void>
  stop(): void
}

const whenStorageFailsMs = 5000
/** A long queue that goes out changes many times a second; reading all of it each time would hold up the sending. */
const betweenReadsMs = 100

/** Assembles an outbox from what surrounds it. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { storage, clock } = ports
  const drainer = createDrainer(ports, ports.turn, ports.timer)
  const commands = createSignal<readonly Command[]>([])
  const stopWatching = storage.watch(() => void refresh())
  let reading: Promise<void> | undefined
  let isStale = false

  let mustUnseal = false

  async function drain(isHasty = false): Promise<void> {
    if (mustUnseal) {
      try {
        await unseal()
        mustUnseal = false
      } catch {
        ports.timer(() => void drain(isHasty), whenStorageFailsMs)
      }
    }
    await drainer.drain(isHasty)
  }

  async function unseal() {
    await storage.setSealed(false)
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
      // A store that can't be read now will be read after the next change; what is shown stays.
      await storage.rows().then(commands.set, () => {})
      if (isStale) await passed(betweenReadsMs)
    }
  }

  function passed(ms: number): Promise<void> {
    return new Promise((done) => {
      ports.timer(() => done(), ms)
    })
  }

  async function keep<C extends Call>(call: C, args: QueuedArgs<C>, dependsOn?: string) {
    const command = await enqueue(ports, call, args, dependsOn)
    void drain()
    return command
  }

  async function dismiss(id: string) {
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

    async retryNow(id) {
      for (const row of await storage.rows()) {
        if (id === undefined ? row.state === 'queued' : row.id === id) {
          await storage.update(row.id, (it) => transition(it, { kind: 'retriedByHand' }))
        }
      }
      await drain(true)
    },

    async cancel(id) {
      return (await storage.update(id, (row) => transition(row, { kind: 'cancelled', at: clock.now() }))) !== undefined
    },

    dismiss,

    async keepMine(id, call, args) {
      const mine = await enqueue(ports, call, args)
      for (const row of await storage.rows()) {
        if (row.dependsOn === id) await storage.update(row.id, (it) => ({ ...it, dependsOn: mine.id }))
      }
      await dismiss(id)
      void drain()
      return mine
    },

    async seal() {
      mustUnseal = false
      await storage.setSealed(true)
      return (await storage.rows()).filter((row) => isOpen(row) || needsAttention(row)).length
    },

    resume() {
      mustUnseal = true
      return drain(true)
    },

    stop() {
      stopWatching()
      drainer.stop()
      storage.close()
    },
  }
}
