import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CentralSystem, CentralSystemDeps } from './central-system.ts'

export interface StationEndpoint {
  /** Takes the connection where its path is a station's and no page asks; answers 404 or 403 and ends it otherwise. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** How many stations are connected to this process. */
  readonly size: number
  /** Ends every connection once the messages under way are answered. */
  stop(): Promise<void>
}

const pathOfStation = /^\/ocpp\/([A-Za-z0-9._-]{1,48})$/

/** Whether a request asks for a station's endpoint. */
export function isForStations(request: IncomingMessage): boolean {
  return request.url?.startsWith('/ocpp/') === true
}

/**
 * False for a page of another site: browsers always say of which. Stations say nothing, or the host that they ask, as
 * some of their libraries do.
 */
function isFromStation(
  { headers: { origin, host } }: IncomingMessage,
  { publicOrigin }: CentralSystemDeps['config'],
): boolean {
  const hostOf = (text: string) => text.replace(/^[a-z]+:\/\//, '')
  return origin === undefined || [host, publicOrigin && hostOf(publicOrigin)].includes(hostOf(origin))
}

/**
 * The stations' endpoint at `/ocpp/STATION` (docs/ocpp.md). The central system, with its library and all schemas, is
 * loaded when the first station connects: a server without stations starts faster and smaller.
 */
export function openStationEndpoint(deps: CentralSystemDeps): StationEndpoint {
  let loading: Promise<CentralSystem> | undefined
  let central: CentralSystem | undefined
  let isStopping = false

  async function load(): Promise<CentralSystem> {
    const { openCentralSystem } = await import('./central-system.ts')
    central = openCentralSystem(deps)
    return central
  }

  return {
    handleUpgrade: (request, socket, head) => {
      // A caller who goes away before the answer: without a listener the error would end the process.
      socket.on('error', () => socket.destroy())
      // The library decodes the path before it catches anything: a broken one would end the process.
      if (!pathOfStation.test(request.url ?? '') || isStopping) {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      if (!isFromStation(request, deps.config)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      loading ??= load()
      loading.then(
        (it) => {
          it.handleUpgrade(request, socket, head)
        },
        (cause: unknown) => {
          deps.log.error('ocpp not loaded', cause)
          socket.destroy()
        },
      )
    },
    get size() {
      return central?.size ?? 0
    },
    stop: async () => {
      isStopping = true
      await (await loading?.catch(() => undefined))?.stop()
    },
  }
}
