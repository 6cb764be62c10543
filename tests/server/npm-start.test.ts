import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { Envelope } from '#protocol/errors.ts'
import type { login } from '#protocol/auth.ts'
import type { OrderDraft } from '#protocol/orders.ts'
import type { goodsList } from '#protocol/products.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { root } from '#server/install.mjs'

const patienceMs = 300_000
const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-start-'))
const running = new Set<Started>()

afterEach(async () => {
  for (const it of running) {
    it.toGroup('SIGKILL')
    await it.ended
  }
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Started {
  origin: string
  output(): string
  /** Signals the whole process group, as Ctrl-C in a terminal or closing it does. */
  toGroup(signal: NodeJS.Signals): void
  /** Resolves with the exit code when npm and all it started are gone. */
  ended: Promise<number | null>
}

/**
 * `npm start` as typed into a terminal, on an empty or a used data directory. Resolves when it has said where it is.
 */
async function npmStart(): Promise<Started> {
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
  })
  let output = ''
  const said = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString()
      const origin = /Voltfolio is at (\S+)/.exec(output)?.[1]
      if (origin !== undefined) said.resolve(origin)
    })
  }
  // Closed when the last process that holds its pipes is gone, the server's too.
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const origin = await Promise.race([
    said.promise,
    ended.then((code) => {
      throw new Error(`npm start ended with ${code}:\n${output}`)
    }),
  ])
  const started: Started = { origin, output: () => output, toGroup: (signal) => signalGroup(child, signal), ended }
  running.add(started)
  void ended.then(() => running.delete(started))
  return started
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal)
}

/** The server's own process, which npm starts through two others. */
function serverPid(): number {
  return (JSON.parse(readFileSync(join(dataDir, 'db.lock'), 'utf8')) as { pid: number }).pid
}

async function call<T>(
  origin: string,
  path: string,
  { token, args }: { token?: string; args?: object } = {},
): Promise<T> {
  const answer = await fetch(`${origin}/wx/${path}`, {
    method: args ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(args && { body: JSON.stringify(args) }),
  })
  const { errno, errmsg, data } = (await answer.json()) as Envelope
  if (errno !== 0) throw new Error(`${path}: ${errno} ${errmsg}`)
  return data as T
}

const signIn = (origin: string) =>
  call<Answer<typeof login>>(origin, 'auth/jwscLogin', {
    args: { phone: demoMember.phone, password: demoMember.password, agreed: true },
  })

test(
  'the first start fills the database, serves the app and names the demo member; Ctrl-C ends it cleanly',
  async () => {
    const first = await npmStart()
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)
    expect(await (await fetch(first.origin)).text()).toContain('<title>Voltfolio</title>')
    expect(first.output()).toContain(demoMember.phone)
    expect(first.output()).toContain(demoMember.password)
    // What npm prints of itself begins with these, a record of the log is JSON; the rest is a line for each step.
    const steps = first
      .output()
      .split('\n')
      .filter((line) => !/^($|> |npm |\{)/.test(line))
    expect(steps.length).toBeLessThanOrEqual(5)
    await signIn(first.origin)

    first.toGroup('SIGINT')
    await first.ended
    expect(first.output()).not.toMatch(/error|exception/i)
    expect(existsSync(join(dataDir, 'db.lock')), 'the directory is let go').toBe(false)
    await expect(fetch(`${first.origin}/healthz`)).rejects.toThrow('fetch failed')
  },
  patienceMs,
)

test(
  'the second start is quick, and a kill -9 loses nothing that was answered',
  async () => {
    const begun = performance.now()
    const second = await npmStart()
    console.log(`the second start took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const { accessToken: token } = await signIn(second.origin)
    const {
      items: [offer],
    } = await call<Answer<typeof goodsList>>(second.origin, 'g/goods/list?limit=1')
    const answered: string[] = []
    const price = async () => {
      for (;;) {
        const draft = await call<OrderDraft>(second.origin, 'order/draft/generate', {
          token,
          args: { productId: offer!.id, quantity: 1, couponId: null },
        })
        if (answered.push(draft.id) === 12) process.kill(serverPid(), 'SIGKILL')
      }
    }
    expect((await Promise.allSettled(Array.from({ length: 4 }, price))).map((it) => it.status)).toEqual(
      Array.from({ length: 4 }, () => 'rejected'),
    )
    await second.ended
    expect(answered.length).toBeGreaterThanOrEqual(12)

    const third = await npmStart()
    // The session that was answered is still one, and so is every draft.
    const kept = await Promise.all(
      answered.map((id) => call<OrderDraft>(third.origin, `order/draft/info/${id}`, { token })),
    )
    expect(kept.map((it) => it.id)).toEqual(answered)
  },
  patienceMs,
)
