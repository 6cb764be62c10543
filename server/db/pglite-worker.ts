import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { parsers } from './parsing.ts'
import { PreparedStatements } from './pglite-prepared.ts'
import type { Answer, FromWorker, PGliteStart, ToWorker } from './pglite-messages.ts'

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
port.postMessage({ ready: true } satisfies FromWorker)

// One after the other: a statement may be sent before the one before has its answer.
let last = Promise.resolve()
port.on('message', (messages: ToWorker[]) => {
  last = last.then(() => answer(messages))
})

async function answer(messages: readonly ToWorker[]): Promise<void> {
  const answers: Answer[] = []
  for (const message of messages) answers.push({ id: message.id, ...(await answerTo(message)) })
  port?.postMessage(answers satisfies FromWorker)
}

async function answerTo(message: ToWorker): Promise<Omit<Answer, 'id'>> {
  try {
    if ('text' in message) {
      if (message.begins) await database.exec('begin')
      return { result: await run(message.text, message.parameters) }
    }
    if (message.ask === 'image') return { image: await (await database.dumpDataDir('none')).arrayBuffer() }
    await database.close()
    return {}
  } catch (cause) {
    return { error: plain(cause) }
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
