import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Deps } from './app.ts'
import { createApp } from './app.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { keyringOf } from './db/keyring.ts'
import { openDatabase } from './db/open.ts'
import type { Log } from './log.ts'
import { isForStations, openStationEndpoint } from './ocpp/endpoint.ts'
import { prepare } from './prepare.ts'

export interface Running {
  deps: Deps
  /** `http://host:port` it listens on. */
  origin: string
  /** Takes no more calls, finishes those under way, closes the database. */
  stop(): Promise<void>
}

interface Additions {
  /** Gives the app with more routes. */
  extend?: (app: Hono, deps: Deps) => Hono
  /** Starts what runs in the background; gives a function that stops it. */
  background?: (deps: Deps, origin: string) => () => Promise<void>
}

/** Opens and prepares the database, then listens. Rejects where it can't listen, with the database closed. */
export async function run(
  given: { config: Config; clock: Clock; log: Log },
  { extend = (app) => app, background }: Additions = {},
): Promise<Running> {
  const { config } = given
  const database = await openDatabase(
    config.databaseUrl === undefined ? { dir: `${config.dataDir}/db` } : { url: config.databaseUrl },
  )
  // The first start makes the key, so that it can be backed up before anything is encrypted under it.
  keyringOf(config)
  const deps = await prepare({ database, ...given })
  const app = extend(createApp(deps), deps)
  const stations = openStationEndpoint(deps)
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const listening = serve(
      {
        fetch: app.fetch,
        hostname: config.host,
        port: config.port,
        // Others that ask for an upgrade, as HTTP/2 without TLS does, are answered like any request.
        serverOptions: { shouldUpgradeCallback: isForStations },
      },
      () => {
        resolve(listening)
      },
    )
    listening.once('error', reject)
    listening.on('upgrade', stations.handleUpgrade)
  }).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://${config.host}:${port}`
  const stopBackground = background?.(deps, origin)
  const stopServing = async () => {
    await stations.stop()
    await new Promise((closed) => {
      server.close(closed)
      // Kept-alive connections would hold the port open for as long as a browser likes.
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
  }
  return {
    deps,
    origin,
    stop: async () => {
      // The background is told first: it would take the end of its connections for a failure.
      await Promise.all([stopBackground?.(), stopServing()])
      await database.close()
    },
  }
}
