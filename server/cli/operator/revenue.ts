import * as v from 'valibot'
import { Instant } from '#protocol/primitives.ts'
import { bookRevenue } from '../../features/products/machines/booking.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'
import { Major, counted, money } from './arguments.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const book = action('revenue book', {
  needs: ['treasury'],
  says: 'Books what a machine took in, once for ever by --source and --id; --distance in metres for a vehicle, --energy in watt-hours for a pile',
  positional: ['device', 'amount'],
  args: {
    device: v.string(),
    amount: Major,
    id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
    source: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/, 'must be a short name')), 'operator'),
    started: Instant,
    ended: Instant,
    distance: v.optional(counted(0, 1e9)),
    energy: v.optional(counted(0, 1e9)),
  },
  run: async ({ db, clock }, { device, amount, id, source, started, ended, distance, energy }) => {
    if ((distance === undefined) === (energy === undefined))
      throw new DomainError('bad_request', { field: 'revenue', problem: 'needs either --distance or --energy' })
    const { id: bookedAs, counted: isCounted } = await bookRevenue(
      db,
      {
        source,
        externalId: id,
        deviceNumber: device,
        kind: distance === undefined ? 'session' : 'trip',
        startedAt: started,
        endedAt: ended,
        ...(distance === undefined ? { energyWh: energy ?? null } : { distanceM: distance }),
        amount,
        currency,
      },
      clock,
    )
    return [
      isCounted
        ? `${bookedAs}: ${money(amount, currency)} of ${device} booked.`
        : `${bookedAs}: was booked before. Nothing was changed.`,
    ]
  },
})

export const revenueCommands: readonly Command[] = [book]
