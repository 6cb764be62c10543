import { instant } from '../clock.ts'

/** A thousand years of a fast charger: no meter has counted more. */
const meterMost = 1e13
const connectorMost = 1000

/** Whole Wh, rounded down; undefined for what no meter shows. */
export function meterOf(wh: number): number | undefined {
  const whole = Math.floor(wh)
  return Number.isFinite(whole) && Math.abs(whole) <= meterMost ? whole : undefined
}

export function connectorOf(number: number): number | undefined {
  return Number.isInteger(number) && number >= 0 && number <= connectorMost ? number : undefined
}

/** Our spelling of a station's time. A clock that never was set may say a year that the database can't store. */
export function instantOf(timestamp: string): string {
  const ms = Date.parse(timestamp)
  return instant(Number.isNaN(ms) || ms < 0 ? 0 : ms)
}
