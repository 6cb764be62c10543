import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

export type MachineTotal = Selectable<Schema['machineTotal']>

/**
 * Locks machines until the transaction ends, in the order of their ids, and gives their totals as they then are. What
 * is said of a machine beside them is read after this. Machines are locked before orders, members, units and accounts.
 */
export async function lockMachines(db: Db, ids: readonly string[]): Promise<MachineTotal[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MachineTotal>`select * from lock_machines(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Locks the machine that a member's draft is of, in one statement with finding it; undefined without a draft. */
export async function lockMachineOfDraft(
  db: Db,
  { memberId, draftId }: { memberId: string; draftId: string },
): Promise<MachineTotal | undefined> {
  const { rows } = await sql<MachineTotal>`
    select * from lock_machine_of_draft(${memberId}::uuid, ${draftId}::uuid)`.execute(db)
  return rows[0]
}

/** Adds to totals of locked machines: units that members have no more, and what the machine shared in, minor units. */
export async function addToMachines(
  db: Db,
  added: readonly { machineId: string; freed?: number; share?: number }[],
): Promise<void> {
  if (added.length === 0) return
  await sql`
    select add_to_machines(${added.map((it) => it.machineId)}::uuid[], ${added.map((it) => it.freed ?? 0)}::int[],
      ${added.map((it) => it.share ?? 0)}::bigint[])`.execute(db)
}
