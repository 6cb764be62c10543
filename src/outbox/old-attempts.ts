import * as v from 'valibot'
import { instant, systemClock } from '../lib/clock.ts'
import type { Database } from '../cache/storage/database.ts'
import { rowOf, type Command } from './command.ts'
import { foregroundKeyOf } from './foreground-keys.ts'

/** Versions before `delivery` kept payments and the like per call: `attempts PATH`. Some left out `sentAt`. */
const prefix = 'attempts '
const Kept = v.array(
  v.object({ key: v.string(), args: v.record(v.string(), v.unknown()), sentAt: v.optional(v.number()) }),
)

/**
 * Makes commands of the attempts that earlier versions left behind: sent, and nobody knows what became of them. In one
 * step, so that of two tabs one does it. An older version in another tab may go on leaving some: run it at every
 * opening.
 */
export async function takeOverAttempts(database: Database, uid: string): Promise<void> {
  await database.transaction('rw', ['commands', 'meta'], async () => {
    const left = (await database.meta.toArray()).filter(({ name }) => name.startsWith(prefix))
    for (const { name, value } of left) {
      await takeOver(database, uid, name.slice(prefix.length), value)
      await database.meta.delete(name)
    }
  })
}

async function takeOver(database: Database, uid: string, call: string, value: unknown): Promise<void> {
  const kept = v.safeParse(Kept, value)
  const commands = database.table<Command, string>('commands')
  for (const { key, args, sentAt } of kept.success ? kept.output : []) {
    if (await commands.get(key)) continue
    const last = (await database.meta.get('sequence'))?.value
    const seq = (typeof last === 'number' ? last : 0) + 1
    await database.meta.put({ name: 'sequence', value: seq })
    await commands.add(rowOf(unknownCommand({ id: key, call, args, uid, seq, sentAt })))
  }
}

function unknownCommand({
  sentAt = systemClock.now(),
  ...rest
}: Pick<Command, 'id' | 'call' | 'args' | 'uid' | 'seq'> & { sentAt: number | undefined }): Command {
  return {
    ...rest,
    v: 2,
    delivery: 'foreground',
    entityKey: foregroundKeyOf(rest.call, rest.args),
    madeAt: instant(sentAt),
    state: 'unknown',
    attempt: 1,
    lease: null,
    waiting: { until: 0, why: 'interrupted' },
    minCode: 0,
  }
}
