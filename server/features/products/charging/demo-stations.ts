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
  for (const { identity, secretDigest } of stations) {
    await db
      .insertInto('station')
      .columns(['identity', 'machineId', 'secretDigest', 'isOpen', 'addedAt'])
      .expression((it) =>
        it
          .selectFrom('machine')
          .select((eb) => [
            'deviceNumber',
            'machine.id',
            eb.val(secretDigest).as('secretDigest'),
            eb.lit(true).as('isOpen'),
            eb.cast<string>(eb.val(instant(clock)), 'timestamptz').as('addedAt'),
          ])
          .where('deviceNumber', '=', identity)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('station')
                  .select('identity')
                  .whereRef('machineId', '=', 'machine.id')
                  .where('identity', '!=', identity),
              ),
            ),
          ),
      )
      // After the card key was changed its secret is another.
      .onConflict((it) => it.column('identity').doUpdateSet({ secretDigest }).where('station.removedAt', 'is', null))
      .execute()
  }
}
