import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { parsers } from './parsing.ts'
import { PreparedStatements } from './pglite-prepared.ts'
import type { FromWorker, PGliteStart, ToWorker } from './pglite-messages.ts'

// In a worker, as a query blocks its thread and the main thread answers requests.
const port = parentPort
if (!port) throw new Error('this file is a worker')
const { dir, image } = workerData as PGliteStart
const database = await PGlite.create({
  ...(dir === undefined ? {} : { dataDir: dir }),
  ...(image === undefined ? {} : { loadDataDir: new Blob([image]) }),
  parsers,
})
await database.exec("set time zone 'UTC'")
const prepared = new PreparedStatements(database)
tell({ ready: true })

// One after the other: a statement may be sent before the one before has its answer.
let last = Promise.resolve()
port.on('message', (message: ToWorker) => {
  last = last.then(() => answer(message))
})

async function answer(message: ToWorker): Promise<void> {
  try {
    if ('text' in message) {
      if (message.begins) await database.exec('begin')
      tell({ id: message.id, result: await run(message.text, message.parameters) })
    } else if (message.ask === 'image')
      tell({ id: message.id, image: await (await database.dumpDataDir('none')).arrayBuffer() })
    else {
      await database.close()
      tell({ id: message.id })
    }
  } catch (cause) {
    tell({ id: message.id, error: plain(cause) })
  }
}

async function run(text: string, parameters: readonly unknown[]) {
  const result = parameters.length === 0 ? (await database.exec(text)).at(-1) : await prepared.query(text, parameters)
  return {
    rows: result?.rows ?? [],
    count: result?.affectedRows ?? 0,
    command: (result as { command?: string } | undefined)?.command ?? '',
  }
}

/** Errors lose their own properties between threads: SQLSTATE and constraint are sent beside them. */
function plain(cause: unknown) {
  const { message, code, constraint, detail, where } = cause as Error & Record<string, string | undefined>
  return { message, code, constraint, detail, where }
}

function tell(message: FromWorker): void {
  port?.postMessage(message)
}
