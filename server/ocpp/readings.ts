import type { Reading } from '../features/products/charging/transactions.ts'
import { instantOf, meterOf } from './bounds.ts'

/** A sampled value of OCPP 1.6 (a text) or 2.0.1 (a number), as its strict schema lets it through. */
export interface Sample {
  value: string | number
  context?: string
  format?: string
  measurand?: string
  phase?: string
  location?: string
  unit?: string
  unitOfMeasure?: { unit?: string; multiplier?: number }
}
export interface MeterValue {
  timestamp: string
  sampledValue: readonly Sample[]
}

type ContextReading = Reading & { context: string }

/** Readings of the meter that counts what flows into cars, in Wh. All else in the message is left out. */
export function readingsIn(values: readonly MeterValue[] = []): ContextReading[] {
  return values.flatMap(({ timestamp, sampledValue }) =>
    sampledValue.flatMap((sample) => {
      const wh = wattHoursOf(sample)
      return wh === undefined ? [] : [{ at: instantOf(timestamp), wh, context: sample.context ?? 'Sample.Periodic' }]
    }),
  )
}

function wattHoursOf(sample: Sample): number | undefined {
  const isOurs =
    (sample.measurand ?? 'Energy.Active.Import.Register') === 'Energy.Active.Import.Register' &&
    sample.phase === undefined &&
    (sample.format ?? 'Raw') === 'Raw' &&
    (sample.location ?? 'Outlet') === 'Outlet'
  if (!isOurs) return undefined
  const unit = sample.unit ?? sample.unitOfMeasure?.unit ?? 'Wh'
  const scale = { Wh: 1, kWh: 1000 }[unit]
  if (scale === undefined) return undefined
  return meterOf(Number(sample.value) * scale * 10 ** (sample.unitOfMeasure?.multiplier ?? 0))
}
