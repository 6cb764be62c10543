import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { root } from '#server/install.mjs'
import { freshPostgresUrl, readImage } from '#tests/support/databases.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { startServer } from '#tests/support/server-process.ts'
import { startSmsGateway } from '#tests/support/sms-gateway.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-starting-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs the server, or another program of it, until it ends by itself. */
function tried(
  env: Record<string, string>,
  program = ['server/main.ts'],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(dataDir, 'unused'), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

// What each of them refuses is in tests/unit/start-refusal.test.ts and tests/unit/config.test.ts.
test.each<{ env: Record<string, string>; says: RegExp }>([
  {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    says: /DATABASE_URL is set, and DEMO is not.*DEMO=0.*DEMO=1/s,
  },
  {
    env: { KEY_COMMAND: 'exit 3', CARD_KEY: 'encrypted' },
    says: /key couldn't be fetched: KEY_COMMAND ended with status 3/,
  },
])('refuses to start with $env, says what to choose, and touches nothing', async ({ env, says }) => {
  const { code, said } = await tried(env)
  expect(code).toBe(1)
  expect(said).toMatch(says)
  expect(said).not.toMatch(/Opening the database|node:internal| {4}at /)
  expect(() => statSync(join(dataDir, 'unused'))).toThrow('ENOENT')
})

test('says in words which variable is wrong, where the database or a file it needs is not', async () => {
  const url = new URL(await freshPostgresUrl({ template: 'template0' }))
  const owner = await openDatabase({ url: url.href })
  const login = `stranger_${randomUUID().replaceAll('-', '')}`
  await sql`create role ${sql.id(login)} login password 'pass'`.execute(owner.kysely)
  await owner.close()
  const at = (change: (it: URL) => void) => {
    const it = new URL(url)
    change(it)
    return it.href
  }
  const none = at((it) => (it.pathname = '/not_there'))
  const closed = at((it) => (it.host = 'localhost:1'))
  const nobody = at((it) => (it.username = 'nobody_at_all'))
  const stranger = at((it) => Object.assign(it, { username: login, password: 'pass' }))
  const real = {
    DEMO: '0',
    PUBLIC_ORIGIN: 'https://app.example',
    SMS_URL: 'https://sms.example/send',
    CARD_KEY: 'ab'.repeat(32),
  }
  const [server, operator] = [['server/main.ts'], ['server/cli/operator.ts', 'solvency']]
  const cases: [string[], Record<string, string>, RegExp][] = [
    [server, { DATABASE_URL: closed }, /^DATABASE_URL: no PostgreSQL answers there \(ECONNREFUSED\)/m],
    [server, { DATABASE_URL: none }, /^DATABASE_URL: there is no database of this name/m],
    [server, { DATABASE_URL: stranger }, /^DATABASE_URL: this login may not make.*DATABASE_OWNER_URL/m],
    [server, { DATABASE_URL: stranger, DATABASE_OWNER_URL: none }, /^DATABASE_OWNER_URL: there is no database/m],
    [server, { DATABASE_URL: url.href, TILES: '/not/there' }, /^TILES: \/not\/there cannot be opened/m],
    [operator, { DATABASE_URL: nobody }, /^DATABASE_URL: PostgreSQL refuses this login/m],
    [operator, { DATABASE_URL: closed }, /^DATABASE_URL: no PostgreSQL answers there/m],
    [['server/ocpp/main.ts'], { DATABASE_URL: none }, /^DATABASE_URL: there is no database/m],
  ]
  for (const [program, env, says] of cases) {
    const { code, said } = await tried({ ...real, ...env }, program)
    expect(said).toMatch(says)
    expect(said).not.toMatch(/postgres:|node:internal| {4}at /)
    expect(code).toBe(1)
  }
}, 120_000)

const far = { DATABASE_URL: 'postgres://app@db.example/none' }
const inTheOpen = /^DATABASE_URL leads to another machine without TLS.*sslmode=verify-full.*DATABASE_TLS=0/s

test.each<{ program: string; env: Record<string, string>; says: RegExp }>([
  { program: 'server/cli/operator.ts withdrawal payee', env: far, says: inTheOpen },
  { program: 'server/ocpp/main.ts', env: { ...far, DEMO: '0' }, says: inTheOpen },
  { program: 'server/ocpp/main.ts', env: {}, says: /^npm run ocpp needs DATABASE_URL/ },
])('$program refuses $env in words as well, and asks no database', async ({ program, env, says }) => {
  const { code, said } = await tried(env, program.split(' '))
  expect(code).toBe(1)
  expect(said).toMatch(says)
  expect(said).not.toMatch(/node:internal| {4}at /)
})

test.each(['server/main.ts', 'server/ocpp/main.ts'])(
  '%s says in words that its port is taken',
  { timeout: 60_000 },
  async (program) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const env = {
        DEMO: '0',
        PUBLIC_ORIGIN: 'https://app.example',
        SMS_URL: 'https://sms.example/send',
        CARD_KEY: 'ab'.repeat(32),
        DATABASE_URL: await freshPostgresUrl(),
        PORT: String(port),
      }
      const { code, said } = await tried(env, [program])
      expect(code).toBe(1)
      expect(said).toContain(`Port ${port} is taken: set PORT to another one.`)
      expect(said).not.toMatch(/EADDRINUSE|node:internal| {4}at /)
    } finally {
      other.close()
    }
  },
)

test(
  'with DEMO=0 a code goes to the gateway and not into the log, and the folders are private',
  { timeout: 180_000 },
  async () => {
    const gateway = await startSmsGateway()
    const real = join(dataDir, 'real')
    await (await openDatabase({ dir: join(real, 'db'), image: readImage() })).close()
    chmodSync(join(real, 'db'), 0o755)
    writeFileSync(join(real, 'card-keys'), `${randomBytes(32).toString('base64url')}\n`)
    chmodSync(join(real, 'card-keys'), 0o644)
    const server = await startServer({
      entry: 'server/main.ts',
      dataDir: real,
      env: {
        DEMO: '0',
        PUBLIC_ORIGIN: 'https://app.example',
        SMS_URL: gateway.url,
        SMS_HEADERS: '{"authorization":"Bearer s3cret"}',
      },
    })
    try {
      expect(server.output()).toContain('the embedded database flushes nothing')
      expect(server.output()).not.toContain('Demo member')
      expect(statSync(join(real, 'db')).mode & 0o777).toBe(0o700)
      expect(statSync(join(real, 'card-keys')).mode & 0o777).toBe(0o600)

      const { challenge } = await httpCall<{ challenge: Challenge }>(server.origin, 'captcha')
      const solution = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
      const captcha = Buffer.from(JSON.stringify(solution)).toString('base64')
      gateway.plan.push(400)
      await httpCall(server.origin, 'auth/register/sendAliSms', {
        args: { phone: '+6281200000077', purpose: 'reset', captcha },
      })
      await vi.waitFor(() => expect(server.output()).toContain('the SMS gateway answered 400'), 10_000)
      const { to, text } = JSON.parse(gateway.posted[0]?.body ?? '') as { to: string; text: string }
      expect(to).toBe('+6281200000077')
      const [sent] = /\d{6}/.exec(text) ?? []
      expect(sent).toBeDefined()
      for (const secret of [sent!, to, 's3cret', 'in-the-address']) expect(server.output()).not.toContain(secret)
    } finally {
      await server.dispose()
      await gateway.close()
    }
  },
)
