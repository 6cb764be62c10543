import type { Generated } from 'kysely'

/** Tables of 119_gbfs.sql, camelCase. */
export interface GbfsTables {
  gbfsFeed: {
    name: string
    url: string
    keyName: string | null
    addedAt: string
    askedAt: Generated<string | null>
    answeredAt: Generated<string | null>
    updatedAt: Generated<string | null>
    ttlSeconds: Generated<number>
    vehicles: Generated<number>
    problem: Generated<string | null>
  }
  gbfsVehicle: { feed: string; vehicleId: string; machineId: string }
}
