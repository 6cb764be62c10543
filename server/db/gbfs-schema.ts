import type { Generated } from 'kysely'

/** Tables of 119_gbfs.sql and 217_gbfs_operators.sql, camelCase. */
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
    /** Whose machines it may speak of; null for a feed of before. */
    operatorId: Generated<string | null>
    /** Of the vehicles that it told last. */
    digest: Generated<string | null>
  }
  gbfsVehicle: { feed: string; vehicleId: string; machineId: string }
}
