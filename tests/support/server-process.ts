import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { root } from '#server/install.mjs'
import { freePort } from './free-port.ts'

/** Making the demonstration's data takes some two minutes on a machine that has other work. */
const patienceMs = 300_000
const intervalMs = 50

export interface ServerOptions {
  /** Script to run, from the project's root. */
  entry?: string
  env?: Record<string, string>
  /** Data directory. By default a temporary one, with a copy of the seeded demonstration where there is one. */
  dataDir?: string
}

/** The other tests would find each text twice while a visitor's first page stands in for the app. */
const plainDocument = { VISITOR_PAGE: '0' }

/** Names the directory that `seed-once.ts` has made. */
export const seededDataVariable = 'VOLTFOLIO_SEEDED_DATA'

export interface ServerProcess {
  /** `http://127.0.0.1:port`; the same after every restart. */
  readonly origin: string
  readonly dataDir: string
  /** Everything it has printed so far. */
  output(): string
  /** Kills it by SIGKILL: nothing is flushed. */
  kill(): Promise<void>
  /** Stops it by SIGTERM and waits for its end. */
  stop(): Promise<void>
  /** Starts it again on the same port and data. Resolves when it serves. */
  start(): Promise<void>
  /** Stops it and deletes its data. */
  dispose(): Promise<void>
}

/** A server of its own for a test file: free port, empty data directory. Resolves when `GET /healthz` answers 200. */
export async function startServer({
  entry = 'tests/support/test-server.ts',
  env = {},
  dataDir: given,
}: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = given ?? (await freshData(env))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function start() {
    child = spawn(process.execPath, ['--import', './server/child-process-guard.mjs', entry], {
      cwd: root,
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...plainDocument, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
      })
    await untilServing(origin, child, () => output)
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const isOver = new Promise((done) => {
      ending.once('exit', done)
    })
    ending.kill(signal)
    await isOver
  }

  await start()
  return {
    origin,
    dataDir,
    start,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async dispose() {
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the seeded data, except for servers on PostgreSQL or without the demonstration. */
async function freshData(env: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltfolio-'))
  const seeded = process.env[seededDataVariable]
  if (seeded !== undefined && env['DATABASE_URL'] === undefined && env['DEMO'] !== '0')
    // Two thousand files: the asynchronous copy takes three times as much of the processor.
    cpSync(seeded, dataDir, { recursive: true })
  return dataDir
}

async function untilServing(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await passed(intervalMs)
  }
  throw new Error(`the server does not serve after ${patienceMs / 1000} s:\n${output()}`)
}
