import type { Position } from '../../lib/distance.ts'

/** How a place is handed to a map: by an address that the device opens itself, or by a page. */
export type Directions = { kind: 'app'; href: string } | { kind: 'page'; url: string }

/**
 * Directions to a place, by what the device is. Android takes `geo:`, Apple's devices take `maps:`; both open an app
 * that is on the device. Elsewhere a page of OpenStreetMap shows the place.
 */
export function directionsTo(
  { latitude, longitude }: Position,
  name: string | undefined,
  userAgent: string,
): Directions {
  const at = `${written(latitude)},${written(longitude)}`
  if (/Android/i.test(userAgent)) {
    const label = name ? `(${encodeURIComponent(name.replaceAll(/[()]/g, ' '))})` : ''
    return { kind: 'app', href: `geo:${at}?q=${at}${label}` }
  }
  if (/iPhone|iPad|iPod|Macintosh/i.test(userAgent)) return { kind: 'app', href: `maps://?daddr=${at}` }
  const [lat, lon] = at.split(',')
  return { kind: 'page', url: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}` }
}

/** `-6.2088, 106.8456`: latitude first, to about ten metres, as map apps read it. */
export function coordinatesText({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
}

/** Never in exponential notation, which no map app reads; to about ten centimetres. */
function written(degrees: number): string {
  return String(Number(degrees.toFixed(6))).includes('e') ? '0' : String(Number(degrees.toFixed(6)))
}
