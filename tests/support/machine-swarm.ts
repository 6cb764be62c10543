import type { Answer } from '#protocol/call.ts'
import type { machinePositions } from '#protocol/locations.ts'

/** Machines over the island of Java, most of them in three cities; the same at every call. */
export function machineSwarm(count: number): Answer<typeof machinePositions> {
  const cities = [
    [-6.2, 106.84],
    [-6.91, 107.61],
    [-7.26, 112.75],
  ] as const
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return {
    items: Array.from({ length: count }, (_, index) => {
      const [latitude, longitude] = cities[index % cities.length]!
      const spread = index % 5 === 0 ? 1.2 : 0.15
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      return {
        machineId: id,
        productId: id,
        name: `Machine ${index}`,
        kind: index % 3 === 0 ? 'pile' : 'vehicle',
        art: 'car',
        deviceNumber: `DN-${index}`,
        serviceState: 'idle',
        latitude: latitude + (random() - 0.5) * spread,
        longitude: longitude + (random() - 0.5) * spread * 2,
        exact: index % 7 !== 0,
        place: 'Java',
        reportedAt: '2026-11-23T00:00:00.000Z',
      }
    }),
  }
}
