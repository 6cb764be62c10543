import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { instant, millisOf } from '#server/clock.ts'
import type { Terms } from '#server/features/products/charging/tariff.ts'
import { chargeFor, TariffFile } from '#server/features/products/charging/tariff.ts'
import { sessionTimes } from '#server/features/products/charging/times.ts'

const at = (time: string) => millisOf(`2026-11-20T${time}:00.000Z`)
const sessionOf = (from: string, minutes: number, energyWh: number) => ({
  startedAt: at(from),
  endedAt: at(from) + minutes * 60_000,
  energyWh,
})
const price = { startFee: 10, perKwh: 16_000, perMinute: 2000 }

describe('what a session costs', () => {
  test('is the fee, the energy and the minutes, each rounded down', () => {
    // 1.999 kWh at 16 cents is 31.98 cents, 89 seconds at 2 cents a minute 2.97.
    const session = { startedAt: at('10:00'), endedAt: at('10:00') + 89_000, energyWh: 1999 }
    expect(chargeFor([{ from: '00:00', ...price }], session, 'UTC')).toEqual({
      amount: 43,
      startFee: 10,
      energy: 31,
      time: 2,
      price,
    })
  })

  test("follows the machine's own time of day at the start, to the end", () => {
    const terms: Terms = [
      { from: '00:00', startFee: 1, perKwh: 0, perMinute: 0 },
      { from: '06:30', startFee: 2, perKwh: 0, perMinute: 0 },
      { from: '22:00', startFee: 3, perKwh: 0, perMinute: 0 },
    ]
    const fee = (from: string, zone: string) => chargeFor(terms, sessionOf(from, 600, 0), zone).amount
    expect([fee('06:29', 'UTC'), fee('06:30', 'UTC'), fee('21:59', 'UTC'), fee('22:00', 'UTC')]).toEqual([1, 2, 2, 3])
    // 15:00 UTC is 22:00 in Jakarta, 23:40 there is 06:40 of the next day.
    expect([fee('14:59', 'Asia/Jakarta'), fee('15:00', 'Asia/Jakarta'), fee('23:40', 'Asia/Jakarta')]).toEqual([
      2, 3, 2,
    ])
  })

  test('is whole, never negative, sums its parts, and never falls with more energy or time', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    const rate = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(
        amount,
        rate,
        rate,
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (startFee, perKwh, perMinute, energyWh, seconds, more) => {
          const terms = [{ from: '00:00', startFee, perKwh, perMinute }]
          const of = (wh: number, s: number) =>
            chargeFor(terms, { startedAt: 0, endedAt: s * 1000, energyWh: wh }, 'UTC')
          const charge = of(energyWh, seconds)
          expect([charge.energy, charge.time, charge.amount].every((it) => Number.isSafeInteger(it) && it >= 0)).toBe(
            true,
          )
          expect(charge.amount).toBe(charge.startFee + charge.energy + charge.time)
          // Rounded down: the exact price is less than one minor unit more.
          const exact = BigInt(perKwh) * BigInt(energyWh)
          expect(BigInt(charge.energy) * 1_000_000n <= exact && exact < BigInt(charge.energy + 1) * 1_000_000n).toBe(
            true,
          )
          expect(of(energyWh + more, seconds + more).amount).toBeGreaterThanOrEqual(charge.amount)
        },
      ),
    )
  })
})

describe('a tariff file', () => {
  const read = (file: unknown) => v.safeParse(TariffFile, file)

  test('is read into minor units and their thousandths', () => {
    const file = { prices: [{ from: '00:00', startFee: '0.50', perKwh: '0.16', perMinute: '0.00125' }] }
    expect(read(file)).toMatchObject({
      success: true,
      output: { prices: [{ from: '00:00', startFee: 50, perKwh: 16_000, perMinute: 125 }] },
    })
  })

  test.each([
    ['no price', { prices: [] }],
    ['a gap at midnight', { prices: [{ from: '01:00', perKwh: '1' }] }],
    ['times out of order', { prices: [{ from: '00:00' }, { from: '09:00' }, { from: '08:00' }] }],
    ['the same time twice', { prices: [{ from: '00:00' }, { from: '00:00' }] }],
    ['a negative rate', { prices: [{ from: '00:00', perKwh: '-0.1' }] }],
    ['a number in place of text', { prices: [{ from: '00:00', perKwh: 0.1 }] }],
    ['too many decimals', { prices: [{ from: '00:00', perKwh: '0.000001' }] }],
    ['a word that is none', { prices: [{ from: '00:00', perkwh: '0.1' }] }],
    ['a time that is none', { prices: [{ from: '00:00' }, { from: '24:00' }] }],
  ])('with %s is refused', (_, file) => {
    expect(read(file).success).toBe(false)
  })
})

describe("a session's times", () => {
  const added = '2026-11-01T00:00:00.000Z'
  const [noon, one] = ['2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z']

  test("are the station's, however late they arrive", () => {
    const times = sessionTimes(
      { said: noon, heard: '2026-11-25T00:00:00.000Z' },
      { said: one, heard: '2026-11-25T00:00:00.000Z' },
      added,
    )
    expect(times).toEqual({ startedAt: millisOf(noon), endedAt: millisOf(one), isDoubted: false })
  })

  test.each([
    ['of 1970', '1970-01-01T00:00:00.000Z', '1970-01-01T01:00:00.000Z'],
    ['of next year', '2027-11-20T12:00:00.000Z', '2027-11-20T13:00:00.000Z'],
    ['set right in between', '2027-11-20T12:00:00.000Z', one],
  ])('of a clock %s are those of receipt', (_, start, end) => {
    expect(sessionTimes({ said: start, heard: noon }, { said: end, heard: one }, added)).toEqual({
      startedAt: millisOf(noon),
      endedAt: millisOf(one),
      isDoubted: true,
    })
  })

  test('never lie in the future, and the end never before the start', () => {
    const moment = fc.integer({ min: 0, max: millisOf('2100-01-01T00:00:00.000Z') }).map(instant)
    const heard = fc.integer({ min: millisOf(added), max: millisOf(added) + 40 * 86_400_000 })
    fc.assert(
      fc.property(
        moment,
        moment,
        heard,
        fc.integer({ min: 0, max: 86_400_000 }),
        (startSaid, endSaid, first, later) => {
          const { startedAt, endedAt } = sessionTimes(
            { said: startSaid, heard: instant(first) },
            { said: endSaid, heard: instant(first + later) },
            added,
          )
          expect(startedAt).toBeLessThanOrEqual(endedAt)
          expect(endedAt).toBeLessThanOrEqual(first + later)
          expect(startedAt).toBeGreaterThanOrEqual(millisOf(added) - 86_400_000)
        },
      ),
    )
  })
})
