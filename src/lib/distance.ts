import { numberFormat } from './intl.ts'

/** Degrees, as GPS gives them. */
export interface Position {
  latitude: number
  longitude: number
}

const EARTH_RADIUS_KM = 6371

/** Kilometres between two positions along the sphere, earth radius 6371 km (specification 9). */
export function distanceKm(from: Position, to: Position): number {
  const lat = half(to.latitude - from.latitude)
  const lon = half(to.longitude - from.longitude)
  const share =
    Math.sin(lat) ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(lon) ** 2
  // For opposite points, rounding can give a value above 1, whose arc sine is NaN.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, share)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function half(degrees: number): number {
  return radians(degrees) / 2
}

/**
 * A distance in words: metres below a kilometre (in tens from 100 m), one decimal below ten kilometres, else whole
 * kilometres. `km` is at least 0.
 */
export function distanceText(km: number, locale: string): string {
  const metres = km < 0.1 ? Math.round(km * 1000) : Math.round(km * 100) * 10
  const [value, unit, maximumFractionDigits] =
    metres < 1000 ? ([metres, 'meter', 0] as const) : ([km, 'kilometer', km < 9.95 ? 1 : 0] as const)
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(value)
}
