import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../clock.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { databaseRefusal } from '../start-error.ts'
import { refusalOfDatabase } from '../start-refusal.ts'
import { configOrExit, exitInWords, exitWith } from '../starting.ts'
import { stopOnSignals } from '../stopping.ts'
import { openStationEndpoint } from './endpoint.ts'

/**
 * `npm run ocpp`: only the stations' endpoint, in a process of its own beside the server, on the same PostgreSQL. Any
 * number of them may run; sessions without an end are closed by the server's job.
 */
const config = configOrExit(refusalOfDatabase)
if (config.databaseUrl === undefined)
  exitWith('npm run ocpp needs DATABASE_URL: an embedded database serves one process, whose own port has /ocpp/')

const database = await openDatabase({ url: config.databaseUrl })
const pending = await pendingMigrations(database)
  .catch(databaseRefusal('DATABASE_URL', 'read'))
  .catch((cause: unknown) => exitInWords(cause, config))
if (pending.length > 0) exitWith(`Start the server of this version first: it brings up ${pending.join(', ')}.`)

const log = createLog()
const stations = openStationEndpoint({ database, clock: systemClock, config, log })
const server = createServer((request, response) => {
  response.writeHead(request.url === '/healthz' ? 200 : 404).end()
})
server.on('upgrade', stations.handleUpgrade)
server.once('error', (cause) => exitInWords(cause, config))
server.listen(config.port, config.host, () => {
  const { port } = server.address() as AddressInfo
  console.log(`Stations connect to ws://${config.host}:${port}/ocpp/STATION`)
})

stopOnSignals(async () => {
  server.close()
  await stations.stop()
  await database.close()
}, log)
