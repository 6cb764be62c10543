import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type ClosedAs = 'ended' | 'silent' | 'superseded'
export type ChargingOutcome = 'booked' | 'nothing' | 'not allowed' | 'implausible'
export type StationCommandKind = 'start' | 'stop' | 'reset' | 'availability' | 'configuration'

/** Tables of 112_ocpp.sql and 239_stations_by_identity.sql, camelCase. */
export interface ChargingTables {
  station: {
    identity: string
    machineId: string
    secretDigest: string
    isOpen: Generated<boolean>
    addedAt: string
    removedAt: string | null
    protocol: string | null
    vendor: string | null
    model: string | null
    firmware: string | null
    connectedAt: string | null
    seenAt: string | null
    connection: string | null
  }
  /** The station that may connect for a machine. */
  machineStation: { machineId: string; station: string }
  unknownStation: { identity: string; attempts: number; firstAt: string; lastAt: string }
  connector: { station: string; number: number; status: string; since: string }
  chargingToken: { token: string; label: string; addedAt: string; blockedAt: string | null }
  chargingTransaction: {
    /** Its station's own, from 1 to 2^31 - 1. */
    id: number
    station: string
    ref: string
    connector: number | null
    isAllowed: boolean
    startedSaidAt: string | null
    startedHeardAt: string | null
    meterStart: number | null
    endedSaidAt: string | null
    endedHeardAt: string | null
    meterStop: number | null
    firstReadAt: string | null
    firstRead: number | null
    lastReadAt: string | null
    lastRead: number | null
    heardAt: string
    closedAs: ClosedAs | null
    outcome: ChargingOutcome | null
    revenueId: string | null
    lateMeterStop: number | null
  }
  strayStop: {
    station: string
    ref: string
    saidAt: string
    heardAt: string
    meterStop: number
    transactionId: number | null
  }
  tariff: {
    id: GeneratedAlways<number>
    machineId: string | null
    currency: string
    validFrom: string
    terms: Json<unknown>
    setAt: string
  }
  sessionCharge: {
    machineId: string
    revenueId: string
    startFee: number
    energy: number
    time: number
    perKwh: number
    perMinute: number
    closedAs: string
    clockDoubted: boolean
  }
  stationCommand: {
    id: GeneratedAlways<number>
    station: string
    kind: StationCommandKind
    args: Json<unknown>
    askedAt: string
    takenAt: string | null
    answeredAt: string | null
    answer: string | null
  }
}
