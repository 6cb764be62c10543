import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Operated } from './cli/operator/operate.ts'
import { Secrets } from './cli/accounts/secrets.ts'
import { mostPictureBytes } from './cli/operator/picture-files.ts'
import { operate, type CameWith } from './cli/operator/operate.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { Log } from './log.ts'

/**
 * The file `admin-socket.json` beside an embedded database: where its server listens for commands, and the key they
 * need.
 */
const SocketFile = v.object({ origin: v.string(), key: v.string() })
const Asked = v.object({
  argv: v.array(v.pipe(v.string(), v.maxLength(4_000_000))),
  token: v.optional(v.pipe(v.string(), v.maxLength(100))),
  isBound: v.optional(v.boolean()),
  secrets: v.optional(Secrets),
  pictures: v.optional(v.record(v.string(), v.string())),
})
const Answered = v.object({
  ok: v.boolean(),
  isBad: v.optional(v.boolean()),
  lines: v.array(v.string()),
  session: v.optional(v.nullable(v.object({ token: v.string(), endsAt: v.string() }))),
  files: v.optional(v.record(v.string(), v.string())),
})

const challengeHeader = 'x-challenge'
const proofHeader = 'x-proof'
/** How long whoever listens at the port has to prove that it is the server. */
const patience = 10_000

/** A catalogue in seven languages is the longest file that a command takes; its pictures come besides, in base64. */
const maxBodyBytes = 8 * 1024 * 1024 + (mostPictureBytes * 4) / 3 + 64 * 1024

/**
 * Listens for operator commands. Only one process can open an embedded database, so a command for it is run by the
 * server that has it open. The port is on loopback and no proxy forwards it. The key is new at each start and lies in a
 * file that only the owner of the database can read. Resolves to the function that stops listening.
 */
export async function openAdminSocket(deps: {
  database: Database
  clock: Clock
  config: Config
  log: Log
}): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    const challenge = request.headers[challengeHeader]
    if (request.method === 'GET' && typeof challenge === 'string') {
      response.writeHead(204, { [proofHeader]: proofOf(key, challenge), connection: 'close' }).end()
      return
    }
    void answer(request, key, deps).then(({ status, body }) => {
      // Closed, so that a command's process ends with its answer.
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const path = socketFileOf(deps.config)
  // Removed first: overwriting would keep the permissions of a file that was there.
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify({ origin: `http://127.0.0.1:${port}`, key }), { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(path, { force: true })
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeIdleConnections()
    })
  }
}

/**
 * Runs a command in the server that has the data directory open. Undefined where that server isn't reached: then the
 * command was given to nobody, and the directory's lock tells whether it runs. Where the server took the command and
 * gave no answer, it says that the outcome is unknown: the caller must not run it a second time.
 */
export async function throughAdminSocket(
  config: Config,
  argv: readonly string[],
  came: CameWith = {},
  patienceMs = patience,
): Promise<Operated | undefined> {
  const socket = readSocketFile(config)
  if (!socket || !(await isServer(socket, patienceMs))) return undefined
  try {
    const heard = await fetch(socket.origin, {
      method: 'POST',
      headers: { authorization: `Bearer ${socket.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ argv, ...came }),
    })
    return v.parse(Answered, await heard.json())
  } catch (cause) {
    if (isRefused(cause)) return undefined
    return {
      ok: false,
      lines: ['The server gave no answer. It may have done it: look in `audit` before you repeat it.'],
    }
  }
}

/**
 * Whether the server that wrote the file listens. It was killed where another program has its port, which must get
 * neither the command nor the session that it comes with.
 */
async function isServer({ origin, key }: v.InferOutput<typeof SocketFile>, patienceMs: number): Promise<boolean> {
  const challenge = randomBytes(32).toString('base64url')
  try {
    const heard = await fetch(origin, {
      headers: { [challengeHeader]: challenge },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await heard.body?.cancel()
    return isSame(heard.headers.get(proofHeader) ?? '', proofOf(key, challenge))
  } catch {
    return false
  }
}

/** What only a holder of the key can say to a challenge. */
export function proofOf(key: string, challenge: string): string {
  return createHmac('sha256', key).update(challenge).digest('base64url')
}

/** Nothing listens at the port any more: the server has just ended, and the command has reached nobody. */
function isRefused(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

async function answer(
  request: IncomingMessage,
  key: string,
  deps: Parameters<typeof openAdminSocket>[0],
): Promise<{ status: number; body: Operated }> {
  if (request.method !== 'POST' || !isSame(request.headers.authorization ?? '', `Bearer ${key}`))
    return { status: 403, body: { ok: false, lines: ['Permission denied.'] } }
  try {
    const asked = v.safeParse(Asked, JSON.parse(await textOf(request)))
    if (!asked.success) return { status: 400, body: { ok: false, lines: ['Not a command line.'] } }
    const { argv, ...came } = asked.output
    return { status: 200, body: await operate(deps, argv, came) }
  } catch (cause) {
    deps.log.error('operator command failed', cause)
    return {
      status: 500,
      body: { ok: false, lines: ["Something went wrong; nothing was changed. The server's log says what."] },
    }
  }
}

function isSame(one: string, other: string): boolean {
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new RangeError('too long for a command line')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readSocketFile(config: Config): v.InferOutput<typeof SocketFile> | undefined {
  try {
    return v.parse(SocketFile, JSON.parse(readFileSync(socketFileOf(config), 'utf8')))
  } catch {
    return undefined
  }
}

function socketFileOf({ dataDir }: Config): string {
  return join(dataDir, 'admin-socket.json')
}
