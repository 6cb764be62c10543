import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { quantile } from './figure.ts'
import { perSecond, withKey, type Work } from './per-second.ts'
import type { Recorder, Transaction } from './recorder.ts'

/** Commands a second, bare transactions a second, and the first as a part of the second: medians of the rounds. */
export interface BesideBare {
  commands: number
  bare: number
  ratio: number
}

const rounds = 9

/**
 * The rate of a command beside that of its bare transaction: the very statements that the command sends, with the
 * parameters that it sends for a member like this, prepared, in as many round trips over the same connections, and
 * nothing of ours that makes them or reads their answers. They were recorded while the command ran for that member in a
 * transaction that was undone. A round does some members by the command and as many by its bare transaction.
 */
export async function besideBare(
  on: { database: Database; recorder: Recorder; clock: Clock },
  members: readonly string[],
  work: Work,
): Promise<BesideBare> {
  const size = Math.floor(members.length / (2 * rounds + 1))
  const part = (number: number) => members.slice(number * size, (number + 1) * size)
  const command = (memberId: string) => withKey(on, memberId, work)
  // Connections prepare what they are asked for again.
  await perSecond(part(2 * rounds), command)
  const measured: Pick<BesideBare, 'commands' | 'bare'>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const transactions: Transaction[] = []
    for (const memberId of part(2 * round)) transactions.push(await on.recorder.record(() => command(memberId)))
    const replay = () => perSecond(transactions, (it) => on.recorder.replay(it))
    const bareFirst = round % 2 === 0 ? await replay() : null
    const commands = await perSecond(part(2 * round + 1), command)
    measured.push({ commands, bare: bareFirst ?? (await replay()) })
  }
  const median = (of: (it: (typeof measured)[number]) => number) => quantile(measured.map(of), 0.5)
  return {
    commands: median((it) => it.commands),
    bare: median((it) => it.bare),
    ratio: median((it) => it.commands / it.bare),
  }
}
