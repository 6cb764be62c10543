import { sql } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import type { Db } from '../db/open.ts'

/** Which command arrived: of whom, from which installation, and its place in that one's sequence. */
export interface Sequenced {
  memberId: string
  device: string
  sequence: number
}

/** What has arrived of a member's device: the highest number, and how many commands were carried out. */
export interface DeviceSeen {
  sequence: number
  applied: number
}

/** Notes in the transaction of its effect that a command has arrived. Lanes don't wait for each other, so a lower number may come later. */
export async function noteSequence(
  db: Db,
  { memberId, device, sequence }: Sequenced,
  isApplied: boolean,
  clock: Clock,
): Promise<void> {
  const applied = isApplied ? 1 : 0
  await db
    .insertInto('device')
    .values({ memberId, device, highestSequence: sequence, applied, seenAt: instant(clock) })
    .onConflict((it) =>
      it.columns(['memberId', 'device']).doUpdateSet({
        highestSequence: sql`greatest(device.highest_sequence, excluded.highest_sequence)`,
        applied: sql`device.applied + excluded.applied`,
        seenAt: instant(clock),
      }),
    )
    .execute()
}

/** What to tell a device at sign-in, so that it finds out when its storage is older than what it has sent. */
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
