import type { Price } from './tariff.ts'

/** What every pile of the demonstration takes: 5 cents to start and 16 a kWh. */
export const demoPrice: Price = { startFee: 5, perKwh: 16_000, perMinute: 0 }
