import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RPCServer } from 'ocpp-rpc'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { isStation, noteUnknown } from '../features/products/charging/stations.ts'
import { callerAddress } from '../http/address.ts'
import { createTrafficLimit } from '../http/limits.ts'
import type { Log } from '../log.ts'
import type { RpcConnection } from './connection.ts'
import { Connection } from './connection.ts'
import { createRegistry } from './registry.ts'

export interface CentralSystemDeps {
  database: Database
  clock: Clock
  config: Pick<Config, 'trustedProxies' | 'publicOrigin'>
  log: Log
}

/** What is behind the endpoint (endpoint.ts), which lets through only paths of stations. */
export interface CentralSystem {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly size: number
  stop(): Promise<void>
}

/** Newest first: of those that a station offers, the first is spoken. */
const protocols = ['ocpp2.0.1', 'ocpp1.6']
const largestMessage = 64 * 1024

/**
 * The OCPP central system for stations of 1.6-J and 2.0.1 (docs/ocpp.md). Every message is checked against its schema.
 * Holds no state that another process would miss: any station may connect to any process.
 */
export function openCentralSystem(deps: CentralSystemDeps): CentralSystem {
  const { database, clock, log } = deps
  const registry = createRegistry(deps)
  // Right attempts count too: a station that connects again and again must not drown the others. A whole fleet may come
  // from one address.
  const [attemptOfStation, attemptOfAddress] = [createTrafficLimit(clock, 10, 0.1), createTrafficLimit(clock, 2000, 50)]
  const server = new RPCServer({
    protocols,
    strictMode: true,
    wssOptions: { maxPayload: largestMessage },
    callTimeoutMs: 30_000,
    pingIntervalMs: 60_000,
    maxBadMessages: 10,
  })
  server.auth((accept, reject, { identity, password, protocols: offered, request }) => {
    void admit().catch((cause: unknown) => {
      log.error('station not admitted', cause, { station: identity })
      reject(503, 'Try again')
    })

    async function admit(): Promise<void> {
      if (!isWithinLimits(addressOf(request, deps.config.trustedProxies), identity))
        return reject(429, 'Too many attempts')
      if (!password || !(await isStation(database.kysely, identity, password))) {
        await noteUnknown(database.kysely, identity, clock)
        return reject(401, 'Unauthorized')
      }
      // Without a protocol of ours the library would check no message.
      if (!protocols.some((it) => offered.has(it))) return reject(400, 'Offer ocpp2.0.1 or ocpp1.6')
      accept()
    }
  })
  server.on('client', (client: RpcConnection) => {
    const connection = new Connection(client, { ...deps, station: client.identity, id: randomUUID() })
    registry.add(connection).catch((cause: unknown) => {
      log.error('station not taken over', cause, { station: client.identity })
      void connection.close(1011, 'Try again')
    })
  })
  server.on('error', (cause: unknown) => {
    log.error('ocpp', cause)
  })

  function isWithinLimits(address: string, identity: string): boolean {
    try {
      attemptOfAddress(address)
      attemptOfStation(`${address} ${identity}`)
      return true
    } catch {
      return false
    }
  }

  return {
    handleUpgrade: (request, socket, head) => {
      void server.handleUpgrade(request, socket as Parameters<typeof server.handleUpgrade>[1], head)
    },
    get size() {
      return registry.size
    },
    stop: () => registry.stop(),
  }
}

function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = request.headers['x-forwarded-for']
  return callerAddress(String(forwarded ?? ''), request.socket.remoteAddress, trustedProxies)
}
