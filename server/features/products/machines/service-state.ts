import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { notify } from '../../../notices/notify.ts'

export interface StateReport {
  deviceNumber: string
  state: 'idle' | 'in service' | 'paused or faulty' | 'resting'
  since: string
}

/**
 * Sets a machine's service state; its owners get a message when a fault stops it. A report that is older than the known
 * state changes nothing. Throws a DomainError for an unknown machine or a state in the future.
 */
export async function setMachineState(
  db: Db,
  { deviceNumber, state, since }: StateReport,
  clock: Clock,
): Promise<void> {
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
  if (millisOf(machine.stateSince) > millisOf(since)) return
  await db.updateTable('machine').set({ serviceState: state, stateSince: since }).where('id', '=', machine.id).execute()
  if (state !== 'paused or faulty' || machine.serviceState === state) return
  const owners = await db
    .selectFrom('unit')
    .select('memberId')
    .distinct()
    .where('machineId', '=', machine.id)
    .where('status', '=', 'active')
    .execute()
  await notify(
    db,
    owners.map(({ memberId }) => ({
      memberId,
      kind: 'machine_stopped' as const,
      ref: `${deviceNumber}/${instant(millisOf(since))}`,
      params: { product: machine.name },
      route: '/subPages/product/myProduct',
    })),
    clock,
  )
}
