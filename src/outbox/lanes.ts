import type { Lane } from '#protocol/call.ts'
import type { Command, Why } from './command.ts'
import { isDue } from './retry.ts'

/** What a lane can do next. */
export type Step =
  | { kind: 'send'; command: Command }
  /** Its `dependsOn` will never be applied. */
  | { kind: 'orphaned'; command: Command }
  | { kind: 'wait'; until: number }
  | { kind: 'idle' }

/** Waits that are skipped when the network may be back. */
const hastened: ReadonlySet<Why> = new Set<Why>(['network', 'timeout', 'notOurs'])

/**
 * First in, first out. `rows` are all commands in order of `seq`; `ignoreBackoff` skips waits for the network.
 * A command that needs the member holds up only those about the same thing and those that depend on it.
 */
export function nextIn(lane: Lane, rows: readonly Command[], now: number, ignoreBackoff: boolean): Step {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const disputed = new Set<string>()
  for (const row of rows) {
    if (row.lane !== lane) continue
    if (row.state === 'conflict' && row.entityKey !== undefined) disputed.add(row.entityKey)
    if (row.state === 'inflight' || row.state === 'awaitingSignIn' || row.state === 'needsUpdate')
      return { kind: 'idle' }
    if (row.state !== 'queued') continue
    if (row.entityKey !== undefined && disputed.has(row.entityKey)) continue
    // A missing row was applied and removed after its day.
    const needed = row.dependsOn === undefined ? undefined : byId.get(row.dependsOn)
    if (needed && (needed.state === 'rejected' || needed.state === 'cancelled'))
      return { kind: 'orphaned', command: row }
    if (needed && needed.state !== 'applied') continue
    const { waiting } = row
    if (!waiting || isDue(waiting.until, now) || (ignoreBackoff && hastened.has(waiting.why)))
      return { kind: 'send', command: row }
    return { kind: 'wait', until: waiting.until }
  }
  return { kind: 'idle' }
}

/** The lanes that have queued commands. */
export function lanesOf(rows: readonly Command[]): Lane[] {
  return [...new Set(rows.flatMap((row) => (row.state === 'queued' && row.lane !== undefined ? [row.lane] : [])))]
}
