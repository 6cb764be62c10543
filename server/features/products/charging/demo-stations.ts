import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { demoPrice } from './demo-price.ts'
import { setTariff } from './tariffs.ts'

/**
 * Adds the stations of the demonstration's piles, named like their devices, and a tariff where none holds for all. Safe
 * to repeat; a pile whose station the operator removed or replaced stays as it is.
 */
export async function addDemoStations(
  db: Db,
  stations: readonly { identity: string; secretDigest: string }[],
  clock: Clock,
): Promise<void> {
  const tariff = await db.selectFrom('tariff').select('id').where('machineId', 'is', null).limit(1).executeTakeFirst()
  if (!tariff) {
    const terms = [{ from: '00:00', ...demoPrice }]
    await setTariff(db, { machineId: null, validFrom: '2020-01-01T00:00:00.000Z', terms }, clock)
  }
  // Whoever adds a station locks its machine first.
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'deviceNumber'])
    .where(
      'deviceNumber',
      'in',
      stations.map((it) => it.identity),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const others = await db
    .selectFrom('station')
    .select(['identity', 'machineId'])
    .where(
      'machineId',
      'in',
      machines.map((it) => it.id),
    )
    .execute()
  for (const { identity, secretDigest } of stations) {
    const machineId = machines.find((it) => it.deviceNumber === identity)?.id
    if (machineId === undefined || others.some((it) => it.machineId === machineId && it.identity !== identity)) continue
    const added = await db
      .insertInto('station')
      .values({ identity, machineId, secretDigest, isOpen: true, addedAt: instant(clock) })
      // After the card key was changed its secret is another.
      .onConflict((it) => it.column('identity').doUpdateSet({ secretDigest }).where('station.removedAt', 'is', null))
      .returning('identity')
      .executeTakeFirst()
    if (added)
      await db
        .insertInto('machineStation')
        .values({ machineId, station: identity })
        .onConflict((it) => it.column('machineId').doNothing())
        .execute()
  }
}
