import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { addStation } from '#server/features/products/charging/stations.ts'
import type { Terms } from '#server/features/products/charging/tariff.ts'
import { setTariff } from '#server/features/products/charging/tariffs.ts'
import { silentLog } from '#server/log.ts'
import { openStationEndpoint, type StationEndpoint } from '#server/ocpp/endpoint.ts'
import { stationClient, type StationClient } from '#server/ocpp/station-client.ts'
import { makeMachine, type MadeMachine } from './people-and-machines.ts'

/** 0.16 a kWh, 0.02 a minute, 0.10 to start. */
export const usualTerms: Terms = [{ from: '00:00', startFee: 10, perKwh: 16_000, perMinute: 2000 }]

export interface MadeStation {
  machine: MadeMachine
  identity: string
  secret: string
}

/** A pile with a station that charges whoever comes, unless told otherwise, and a tariff of its own. */
export async function makeStation(
  database: Database,
  clock: Clock,
  {
    isOpen = true,
    terms = usualTerms,
    memberShareBp = 6000,
  }: { isOpen?: boolean; terms?: Terms | null; memberShareBp?: number } = {},
): Promise<MadeStation> {
  const machine = await makeMachine(database.kysely, { kind: 'pile', memberShareBp })
  const identity = machine.deviceNumber
  const { secret } = await database.inTransaction((db) =>
    addStation(db, { deviceNumber: machine.deviceNumber, identity, isOpen }, clock),
  )
  if (terms)
    await setTariff(database.kysely, { machineId: machine.id, validFrom: '2026-01-01T00:00:00.000Z', terms }, clock)
  return { machine, identity, secret }
}

export interface OpenEndpoint {
  origin: string
  stations: StationEndpoint
  /** A client of the library, connected. */
  connect(of: { identity: string; secret: string | null; protocols?: readonly string[] }): Promise<StationClient>
  stop(): Promise<void>
}

/** The endpoint on a port of its own. */
export async function openEndpoint(database: Database, clock: Clock): Promise<OpenEndpoint> {
  const stations = openStationEndpoint({
    database,
    clock,
    config: { trustedProxies: 0, publicOrigin: undefined },
    log: silentLog,
  })
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', stations.handleUpgrade)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${origin}`,
    stations,
    connect: async ({ protocols = ['ocpp1.6'], ...of }) => {
      const client = stationClient({ endpoint: `ws://${origin}/ocpp`, protocols, ...of })
      await client.connect()
      return client
    },
    stop: async () => {
      await stations.stop()
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
    },
  }
}
