import type { Lane } from '#protocol/call.ts'
import { rebased } from './coalescing.ts'
import { isOpen, staysUntilDismissed, type Command } from './command.ts'
import { leaseMs } from './lease.ts'
import { lanesOf, nextIn } from './lanes.ts'
import { failed, succeeded } from './outcome.ts'
import { orphaned } from './orphans.ts'
import { dueAt, leftBehind, settle, type SettlePorts } from './settle.ts'
import type { OutboxStorage } from './storage.ts'
import { transition, type Event } from './transition.ts'

/** What is settled and needs nobody stays for a day. Milliseconds. */
export const keptMs = 24 * 60 * 60_000

/** The drain's surroundings; tests replace all of them. */
export interface DrainPorts extends SettlePorts {
  storage: OutboxStorage
  /** Makes the command's call as the member `uid`; rejects with ApiError. */
  send(command: Command): Promise<unknown>
  /** Whether this version of the app has the call. */
  knows(path: string): boolean
  onApplied(command: Command): void
  appCode: number
  /** In which the server is asked to reply. */
  language?: () => string
  newOwner: () => string
}

export interface Drain {
  /** Reads the commands again, because one was added. */
  poke(): void
  /** Begins nothing more. What is under way ends by itself. */
  stop(): void
  /** Resolves when no lane can go on, with the time of the next attempt; undefined where none waits for a time. */
  done: Promise<number | undefined>
}

/**
 * Sends the commands that are due, all lanes at once. One drain at a time should run for a member (see `lock.ts`). A
 * second one does no harm, because the server knows every command by its id.
 */
export function startDrain(ports: DrainPorts, ignoreBackoff: boolean): Drain {
  const { storage, clock } = ports
  const owner = ports.newOwner()
  const active = new Map<Lane | 'unknown', Promise<void>>()
  const hurried = new Set<Lane>()
  const asked = new Set<string>()
  const rows = new Map<string, Command>()
  let isStopped = false
  let looking = vacuum(ports, () => isStopped).then(look)

  async function look() {
    await reread()
    start('unknown', checkUnknown)
    for (const lane of lanesOf(inOrder(rows))) start(lane, () => run(lane))
  }

  function start(name: Lane | 'unknown', work: () => Promise<void>) {
    if (active.has(name)) return
    const running = work().finally(() => active.delete(name))
    active.set(name, running)
    running.catch(ignored)
  }

  /** Asks the server for the outcome of unknown foreground commands. Asking carries none of them out. */
  async function checkUnknown() {
    const now = clock.now()
    const isWanted = (row: Command) =>
      row.state === 'unknown' && (dueAt(row, now) === now || (ignoreBackoff && !asked.has(row.id)))
    const due = inOrder(rows).filter(isWanted)
    if (due.length === 0 || isStopped || (await storage.isSuspended())) return
    for (const { id } of due) asked.add(id)
    await settle(ports, due, async (id, event) => {
      const after = await put(id, event)
      if (after?.state === 'applied') ports.onApplied(after)
    })
  }

  async function reread() {
    const before = new Map(rows)
    const read = new Map((await storage.rows()).map((row) => [row.id, row]))
    for (const id of new Set([...before.keys(), ...read.keys()])) {
      // A lane changed the row during the read, so the row in memory is newer.
      if (rows.get(id) !== before.get(id)) continue
      const row = read.get(id)
      if (row) rows.set(id, row)
      else rows.delete(id)
    }
  }

  async function run(lane: Lane) {
    for (;;) {
      const step = nextIn(lane, inOrder(rows), clock.now(), ignoreBackoff && !hurried.has(lane))
      hurried.add(lane)
      if (step.kind === 'wait' || step.kind === 'idle') return
      // The member signed out, or it was stopped: requests under way may end, and no new one begins.
      if (isStopped || (await storage.isSuspended())) return
      if (step.kind === 'orphaned') await put(step.command.id, orphaned(clock.now()))
      else await attempt(step.command)
    }
  }

  async function attempt({ id, call, minCode }: Command) {
    if (!ports.knows(call)) {
      await put(id, unknownCall(minCode, ports.appCode, clock.now()))
      return
    }
    const claimed = await claim(id)
    if (!claimed) return
    const { random, appCode } = ports
    const language = ports.language?.()
    const event = await ports.send(claimed).then(
      (answer) => succeeded(answer, clock.now()),
      (failure: unknown) => failed(claimed, failure, { owner, now: clock.now(), random, appCode, language }),
    )
    const after = await put(id, event)
    if (after?.state === 'applied') ports.onApplied(after)
  }

  function claim(id: string): Promise<Command | undefined> {
    const event: Event = { kind: 'claimed', lease: { owner, until: clock.now() + leaseMs } }
    const known = inOrder(rows)
    // Arguments may change only before the first attempt: the server refuses another body under the same key.
    const step = (row: Command) => transition(row.attempt > 0 ? row : caughtUp(row, known), event)
    return write(id, (row) => (isStopped ? undefined : step(row)), storage.claim)
  }

  function put(id: string, event: Event): Promise<Command | undefined> {
    return write(id, (row) => transition(row, event))
  }

  async function write(
    id: string,
    step: (row: Command) => Command | undefined,
    by = storage.update,
  ): Promise<Command | undefined> {
    const after = await by(id, step)
    if (after) rows.set(id, after)
    // It was cancelled, suspended or taken over. Going on with the rows in memory would break the order.
    else await reread()
    return after
  }

  async function untilQuiet(): Promise<number | undefined> {
    let isSuspended = false
    try {
      for (let looked: Promise<void> | undefined; looked !== looking || active.size > 0;) {
        looked = looking
        const results = await Promise.allSettled([looked, ...active.values()])
        for (const result of results) if (result.status === 'rejected') throw result.reason
        isSuspended = await storage.isSuspended()
      }
      return isSuspended ? undefined : wakeAt(inOrder(rows), clock.now())
    } finally {
      // What is saved from now on is for the next drain, which may be another tab's.
      stop()
    }
  }

  function stop() {
    isStopped = true
  }

  return {
    poke() {
      looking = looking.then(look)
      looking.catch(ignored)
    },
    stop,
    done: untilQuiet(),
  }
}

/** `untilQuiet` rejects with the same failure. */
function ignored(): void {}

/**
 * Settles abandoned and removes old commands before anything is sent. Only the leader may: nobody else is sending. Each
 * step is decided inside its transaction, by the time of it: since `rows` was read, commands may have been saved and
 * sent, and this tab may have been frozen while the clock was set back and another tab took over.
 */
async function vacuum({ storage, clock, appCode }: DrainPorts, isStopped: () => boolean): Promise<void> {
  const now = clock.now()
  const rows = await storage.rows()
  for (const row of rows) {
    if (eventOfAbandoned(row, now))
      await storage.update(row.id, (it) => {
        const event = isStopped() ? undefined : eventOfAbandoned(it, clock.now())
        return event && transition(it, event)
      })
    if (row.state === 'needsUpdate' && row.minCode <= appCode)
      await storage.update(row.id, (it) => transition(it, { kind: 'updated' }))
  }
  if (oldIn(rows, now).length > 0) await storage.prune((all) => (isStopped() ? [] : oldIn(all, clock.now())))
}

/** The ids of commands that were settled over a day before `now` and that neither the member nor an open one needs. */
export function oldIn(rows: readonly Command[], now: number): string[] {
  // Open commands need these: they depend on them, or are about the same thing.
  const needed = new Set(rows.filter(isOpen).flatMap((row) => [row.dependsOn, row.entityKey]))
  const isOld = (row: Command) =>
    !isOpen(row) &&
    !staysUntilDismissed(row) &&
    now - (row.settledAt ?? now) > keptMs &&
    !needed.has(row.id) &&
    (row.entityKey === undefined || !needed.has(row.entityKey))
  return rows.filter(isOld).map((row) => row.id)
}

/** The event for a row whose sender died; undefined where the sender may be alive. */
function eventOfAbandoned(row: Command, now: number): Event | undefined {
  if (row.delivery === 'foreground') return leftBehind(row, now)
  return row.state === 'inflight' ? { kind: 'abandoned', at: now } : undefined
}

/** The command, based on the server's answer to the last applied one about the same thing. */
function caughtUp(row: Command, rows: readonly Command[]): Command {
  const last = rows.findLast(
    (it) => row.entityKey !== undefined && it.entityKey === row.entityKey && it.seq < row.seq && it.state === 'applied',
  )
  return last ? { ...row, args: rebased(row.call, row.args, last.reply?.data) } : row
}

function wakeAt(rows: readonly Command[], now: number): number | undefined {
  const waits = lanesOf(rows).map((lane) => nextIn(lane, rows, now, false))
  const times = [
    ...waits.flatMap((step) => (step.kind === 'wait' ? [step.until] : step.kind === 'idle' ? [] : [now])),
    ...rows.flatMap((row) => dueAt(row, now) ?? []),
    // A tab that was frozen sends it; what waits for it must be sent afterwards.
    ...rows.flatMap((row) =>
      row.state === 'inflight' && row.delivery === 'background' ? (row.lease?.until ?? now) : [],
    ),
  ]
  return times.length > 0 ? Math.min(...times) : undefined
}

function inOrder(rows: ReadonlyMap<string, Command>): Command[] {
  return [...rows.values()].toSorted((a, b) => a.seq - b.seq)
}

/** The event for a call that this version doesn't have: a newer version, perhaps in another tab, made the command. */
function unknownCall(minCode: number, appCode: number, at: number): Event {
  if (minCode > appCode) return { kind: 'updateNeeded', minCode }
  return { kind: 'quarantined', reply: { errno: 404, message: '' }, at }
}
