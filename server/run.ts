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
import { prepare } from './prepare.ts'

export interface Running {
  deps: Deps
  /** `http://host:port` it listens on. */
  origin: string
  /** Takes no more calls, finishes those under way, closes the database. */
  stop(): Promise<void>
}

/** Opens and prepares the database, then listens. `around` may wrap the app with routes of its own; `alongside` starts what runs beside it and gives its stop. */
export async function run(
  given: { config: Config; clock: Clock; log: Log },
  {
    around = (app) => app,
    alongside,
  }: { around?: (app: Hono, deps: Deps) => Hono; alongside?: (deps: Deps) => () => Promise<void> } = {},
): Promise<Running> {
  const { config } = given
  const database = await openDatabase(
    config.databaseUrl === undefined ? { dir: `${config.dataDir}/db` } : { url: config.databaseUrl },
  )
  // Made at the first start, so that it is there to be backed up before anything lies under it.
  keyringOf(config)
  const deps = await prepare({ database, ...given })
  const app = around(createApp(deps), deps)
  const stopBeside = alongside?.(deps)
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, () => {
      resolve(listening)
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    deps,
    origin: `http://${config.host}:${port}`,
    stop: async () => {
      await new Promise((closed) => {
        server.close(closed)
        // Kept-alive connections would hold the port open for as long as a browser likes.
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })
      await stopBeside?.()
      await database.close()
    },
  }
}
