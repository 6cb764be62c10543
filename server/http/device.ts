import { sql, type Compilable } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import type { Db } from '../db/open.ts'

/** A command's place in the sequence of one installation of a member. */
export interface Sequenced {
  memberId: string
  device: string
  sequence: number
}

/** What the server has seen of a device: the highest sequence number, and how many of its commands were applied. */
export interface DeviceSeen {
  sequence: number
  applied: number
}

/**
 * The statement that records, in the effect's transaction, that a command has arrived. Lanes are sent independently, so
 * a lower number may come later.
 */
export function notedSequence(
  db: Db,
  { memberId, device, sequence }: Sequenced,
  isApplied: boolean,
  clock: Clock,
): Compilable {
  const applied = isApplied ? 1 : 0
  return db
    .insertInto('device')
    .values({ memberId, device, highestSequence: sequence, applied, seenAt: instant(clock) })
    .onConflict((it) =>
      it.columns(['memberId', 'device']).doUpdateSet({
        highestSequence: sql`greatest(device.highest_sequence, excluded.highest_sequence)`,
        applied: sql`device.applied + excluded.applied`,
        seenAt: instant(clock),
      }),
    )
}

/** What the server has seen of a device. Told at sign-in: a device whose storage is older than that has lost rows. */
export async function deviceSeen(
  db: Db,
  memberId: string,
  device: string | undefined,
): Promise<DeviceSeen | undefined> {
  if (device === undefined) return undefined
  return await db
    .selectFrom('device')
    .select(['highestSequence as sequence', 'applied'])
    .where('memberId', '=', memberId)
    .where('device', '=', device)
    .executeTakeFirst()
}
