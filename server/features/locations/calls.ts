import { chargingPositions, machinePositions, streets, vehiclePositions } from '#protocol/locations.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, memberOf, type Context, type Handler } from '../../http/handler.ts'
import { archiveAddress } from '../../http/street-tiles.ts'
import { machinesOnOffer, near, ownMachines } from './positions.ts'

export const locationsCalls: readonly Handler[] = [
  handle(machinePositions, async ({ db, clock }, { latitude, longitude, radiusM, kind }) => {
    const missing = latitude === undefined ? 'latitude' : 'longitude'
    if ((latitude === undefined) !== (longitude === undefined))
      throw new DomainError('bad_request', { field: missing, problem: 'must not stand alone' })
    const machines = await machinesOnOffer(db, kind, clock)
    const point = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
    return { items: point ? near(machines, point, radiusM) : machines }
  }),
  handle(streets, ({ streets: archive }) =>
    Promise.resolve({
      archive: archive
        ? { address: archiveAddress(archive), attribution: archive.attribution, isInvented: archive.isInvented }
        : null,
    }),
  ),
  handle(vehiclePositions, async (context, { unitId }) => ({ items: await own(context, 'vehicle', unitId) })),
  handle(chargingPositions, async (context, { unitId }) => ({ items: await own(context, 'pile', unitId) })),
]

async function own(context: Context, kind: 'vehicle' | 'pile', unitId: string | undefined) {
  const { db, clock } = context
  const memberId = memberOf(context)
  if (unitId !== undefined) await checkOwner(context, memberId, unitId)
  return await ownMachines(db, { memberId, unitId, kind }, clock)
}

/** Throws not_found for a unit of somebody else's, as for one that doesn't exist. */
async function checkOwner({ db }: Context, memberId: string, unitId: string): Promise<void> {
  const unit = await db
    .selectFrom('unit')
    .select('id')
    .where('id', '=', unitId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (!unit) throw new DomainError('not_found')
}
