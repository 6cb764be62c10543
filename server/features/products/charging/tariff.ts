import * as v from 'valibot'
import { offsetOf } from '../../../clock.ts'
import { WrittenInstant } from '../../../written-instant.ts'

/** A rate in thousandths of a minor unit, written as `0.16` or `0.00125` of the currency. */
const Rate = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,5})?$/, 'must be an amount such as 0.16, with five decimals at most'),
  v.transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return Number(whole) * 100_000 + Number(part.padEnd(5, '0'))
  }),
)

/** An amount in minor units, written as `0.50`. */
const Fee = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be an amount such as 0.50'),
  v.transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  }),
)

const Price = v.strictObject({
  startFee: v.optional(Fee, '0'),
  perKwh: v.optional(Rate, '0'),
  perMinute: v.optional(Rate, '0'),
})

/** A tariff as the operator writes it: prices from times of day on, the first of them from 00:00. */
export const TariffFile = v.strictObject({
  device: v.optional(v.string()),
  validFrom: v.optional(WrittenInstant),
  prices: v.pipe(
    v.array(
      v.strictObject({
        from: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 06:30')),
        ...Price.entries,
      }),
    ),
    v.check((prices) => prices[0]?.from === '00:00', 'must begin with the price from 00:00'),
    v.check(
      (prices) => prices.every(({ from }, n) => n === 0 || from > (prices[n - 1]?.from ?? '')),
      'must be in the order of their times',
    ),
    v.maxLength(24, 'must be at most 24'),
  ),
})

/** Fee in minor units, rates in thousandths of a minor unit. */
export interface Price {
  startFee: number
  perKwh: number
  perMinute: number
}

/** Prices by time of day, as they are stored: the first is from midnight on, and they are in order. */
export type Terms = readonly ({ from: string } & Price)[]

export const Terms: v.GenericSchema<unknown, Terms> = v.array(
  v.object({
    from: v.string(),
    startFee: v.pipe(v.number(), v.safeInteger()),
    perKwh: v.pipe(v.number(), v.safeInteger()),
    perMinute: v.pipe(v.number(), v.safeInteger()),
  }),
)

/** What a session costs, in minor units; the parts sum to the amount. */
export interface Charge {
  amount: number
  startFee: number
  energy: number
  time: number
  price: Price
}

/**
 * The price of a session that began at `startedAt` (milliseconds). The price in force where it stands at that moment
 * holds to the end, so that nobody pays another one than they saw. Each part is rounded down, so a driver never pays a
 * fraction extra.
 */
export function chargeFor(
  terms: Terms,
  { startedAt, endedAt, energyWh }: { startedAt: number; endedAt: number; energyWh: number },
  timeZone: string,
): Charge {
  const price = priceAt(terms, startedAt, timeZone)
  const seconds = Math.max(0, Math.floor((endedAt - startedAt) / 1000))
  const energy = part(price.perKwh, energyWh, 1000)
  const time = part(price.perMinute, seconds, 60)
  return { amount: price.startFee + energy + time, startFee: price.startFee, energy, time, price }
}

/** Thousandths of a minor unit for each `per` of `quantity`, rounded down; exact however large. */
function part(rate: number, quantity: number, per: number): number {
  return Number((BigInt(rate) * BigInt(quantity)) / BigInt(per * 1000))
}

function priceAt(terms: Terms, at: number, timeZone: string): Price {
  const wall = new Date(at + offsetOf(timeZone, at)).toISOString().slice(11, 16)
  const { startFee, perKwh, perMinute } = terms.findLast(({ from }) => from <= wall) ?? nothing
  return { startFee, perKwh, perMinute }
}

const nothing: Price = { startFee: 0, perKwh: 0, perMinute: 0 }
