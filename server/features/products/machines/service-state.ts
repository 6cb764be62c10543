import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { notify } from '../../../notices/notify.ts'

export interface StateReport {
  deviceNumber: string
  state: 'idle' | 'in service' | 'paused or faulty' | 'resting'
  since: string
  /** False where somebody else tells it, and the machine itself was not heard of then. */
  isHeardOf?: boolean
}

/**
 * Sets a machine's service state; its owners get a message when a fault stops it, and one when it works again. A report
 * that is older than the known state only joins the history. Gives whether it said anything new. Throws a DomainError
 * for an unknown machine or a state in the future.
 */
export async function setMachineState(
  db: Db,
  { deviceNumber, state, since, isHeardOf = true }: StateReport,
  clock: Clock,
): Promise<boolean> {
  if (millisOf(since) > clock.now())
    throw new DomainError('bad_request', { field: 'since', problem: 'must not be in the future' })
  const machine = await db
    .selectFrom('machine')
    .innerJoin('product', 'product.id', 'machine.productId')
    .select(['machine.id', 'machine.serviceState', 'machine.stateSince', 'product.name'])
    .where('deviceNumber', '=', deviceNumber)
    .forNoKeyUpdate('machine')
    .executeTakeFirst()
  if (!machine) throw new DomainError('not_found')
  const isOld = millisOf(machine.stateSince) > millisOf(since)
  const fresh = await db
    .insertInto('machineState')
    .values({ machineId: machine.id, since, state })
    .onConflict((it) =>
      isOld
        ? it.doNothing()
        : it.columns(['machineId', 'since']).doUpdateSet({ state }).where('machineState.state', '<>', state),
    )
    .returning('since')
    .executeTakeFirst()
  if (isOld) return fresh !== undefined
  // The history may have it already, from a position.
  if (!fresh && machine.serviceState === state && millisOf(machine.stateSince) === millisOf(since)) return false
  await db
    .updateTable('machine')
    .set((eb) => ({
      serviceState: state,
      stateSince: since,
      ...(isHeardOf && { lastSeenAt: eb.fn('greatest', ['lastSeenAt', eb.cast(eb.val(since), 'timestamptz')]) }),
    }))
    .where('id', '=', machine.id)
    .execute()
  if (machine.serviceState === state) return true
  if (state === 'paused or faulty') {
    const ref = `${deviceNumber}/${instant(millisOf(since))}`
    await tellOwners(db, { machine, kind: 'machine_stopped', ref }, clock)
  } else if (state !== 'resting') {
    const fault =
      machine.serviceState === 'paused or faulty' ? machine.stateSince : await faultBefore(db, machine.id, since)
    if (fault !== null)
      await tellOwners(db, { machine, kind: 'machine_running', ref: `${deviceNumber}/${fault}` }, clock)
  }
  return true
}

/** When the fault began that a machine has not worked since; null where its last work was not ended by one. */
async function faultBefore(db: Db, machineId: string, since: string): Promise<string | null> {
  const before = await db
    .selectFrom('machineState')
    .select(['state', 'since'])
    .where('machineId', '=', machineId)
    .where('since', '<', since)
    // A machine may rest after a fault before it works again.
    .where('state', '<>', 'resting')
    .orderBy('since', 'desc')
    .executeTakeFirst()
  return before?.state === 'paused or faulty' ? before.since : null
}

async function tellOwners(
  db: Db,
  {
    machine,
    kind,
    ref,
  }: { machine: { id: string; name: string }; kind: 'machine_stopped' | 'machine_running'; ref: string },
  clock: Clock,
): Promise<void> {
  const owners = await db
    .selectFrom('unit')
    .select('memberId')
    .distinct()
    .where('machineId', '=', machine.id)
    .where('status', '=', 'active')
    // Units of a closed machine are over before their last settlement ends them.
    .where('expiresAt', '>', instant(clock))
    .execute()
  await notify(
    db,
    owners.map(({ memberId }) => ({
      memberId,
      kind,
      ref,
      params: { product: machine.name },
      route: '/subPages/product/myProduct',
    })),
    clock,
  )
}
