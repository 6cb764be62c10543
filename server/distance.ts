/** Decimal degrees, WGS 84. */
export interface Place {
  latitude: number
  longitude: number
}

const earthRadiusM = 6_371_000

/** Metres between two places along the sphere, earth radius 6371 km (specification 9), as the app computes it. */
export function distanceM(from: Place, to: Place): number {
  const [lat, lon] = [radians(to.latitude - from.latitude) / 2, radians(to.longitude - from.longitude) / 2]
  const share =
    Math.sin(lat) ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(lon) ** 2
  // For opposite points, rounding can give a value above 1, whose arc sine is NaN.
  return 2 * earthRadiusM * Math.asin(Math.sqrt(Math.min(1, share)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
