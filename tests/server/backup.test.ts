import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operateAlone } from '#server/cli/operator/operate.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { keyringOf } from '#server/db/keyring.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { startSession } from '#server/http/session.ts'
import { root } from '#server/install.mjs'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { makeEncryptionKey } from '#server/db/encryption-keys.ts'
import { readImage } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

/** A server without the demonstration doesn't start without a gateway for its codes. */
const real = { DEMO: '0', SMS_URL: 'http://127.0.0.1:9/sms', PUBLIC_ORIGIN: 'https://app.example' }
const who = ['--as', 'Ana', '--why', 'a test']

interface Typed {
  code: number
  said: string
}

async function operator(dataDir: string, ...argv: string[]): Promise<Typed> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'DATABASE_URL'))
  const done = promisify(execFile)(process.execPath, ['server/cli/operator.ts', ...argv], {
    cwd: root,
    env: { ...env, DATA_DIR: dataDir },
    maxBuffer: 16 * 1024 * 1024,
  })
  return await done.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (cause: { code: number; stdout: string; stderr: string }) => ({
      code: cause.code,
      said: cause.stdout + cause.stderr,
    }),
  )
}

/** A data directory with one member who has income, and a session of theirs. */
async function makeWorld(dataDir: string): Promise<string> {
  mkdirSync(dataDir)
  const database = await openDatabase({ dir: join(dataDir, 'db'), image: readImage() })
  const config = readConfig({ DATA_DIR: dataDir })
  const session = await database.inTransaction(async (db) => {
    await seedReference(db)
    const memberId = await makeMember(db)
    await giveIncome(db, memberId, 1_000_000, systemClock)
    await makeEncryptionKey(db, keyringOf(config), systemClock)
    return await startSession(db, memberId, undefined, systemClock)
  })
  await database.close()
  return session.accessToken
}

describe('A backup of the embedded database', { timeout: 300_000 }, () => {
  let folder = ''
  let server: ServerProcess
  let token = ''
  /** Keys of money commands in the order in which they were answered. */
  const answered: string[] = []
  const ending = new AbortController()
  let load: Promise<void>
  const inFolder = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voltfolio-backup-'))
    writeFileSync(inFolder('key'), randomBytes(32).toString('hex'), { mode: 0o600 })
    token = await makeWorld(inFolder('running'))
    server = await startServer({ entry: 'server/main.ts', dataDir: inFolder('running'), env: real })
    load = work()
  }, 300_000)
  afterAll(async () => {
    ending.abort()
    await load
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Moves a cent again and again, two commands at a time, until told to stop or the server is gone. */
  async function work(): Promise<void> {
    const one = async () => {
      while (!ending.signal.aborted) {
        const key = randomUUID()
        try {
          await httpCall(server.origin, 'capital/exchange', {
            args: { from: 'income', to: 'recharge', amount: 1 },
            token,
            key,
          })
        } catch {
          return
        }
        answered.push(key)
      }
    }
    await Promise.all([one(), one()])
  }

  test('holds every command that was answered before it, taken under load, and restores into books that reconcile', async () => {
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(10)
    const before = [...answered]
    const made = await operator(server.dataDir, 'backup', inFolder('one'), inFolder('key'), ...who)
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('read back and whole') })
    const atEnd = answered.length
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(atEnd + 5)
    await server.kill()
    await load

    const place = inFolder('restored')
    // The card keys are not in the backup: without them the restore says which one is missing.
    const without = await operator(place, 'restore', inFolder('one'), inFolder('key'), ...who)
    expect(without).toMatchObject({ code: 1, said: expect.stringContaining('card-keys') })
    expect(existsSync(join(place, 'db'))).toBe(false)
    copyFileSync(join(server.dataDir, 'card-keys'), join(place, 'card-keys'))
    const restored = await operator(place, 'restore', inFolder('one'), inFolder('key'), ...who)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('The books are sound') })

    const database = await openDatabase({ dir: join(place, 'db') })
    const { kysely: db } = database
    expect(await reconcile(db)).toEqual([])
    const known = new Set((await db.selectFrom('idem').select('key').execute()).map((it) => it.key))
    expect(before.filter((key) => !known.has(key))).toEqual([])
    // It is of one moment: what came after the copy is not in it.
    expect(answered.filter((key) => !known.has(key)).length).toBeGreaterThan(0)
    const acts = await db.selectFrom('operatorAction').select(['command', 'byName', 'why']).orderBy('id').execute()
    expect(acts.at(-1)).toEqual({ command: 'restore', byName: 'Ana', why: 'a test' })
    await database.close()
  })

  test('tells members of a restored server what may be missing, and the app which commands are', async () => {
    // The session of before is ended: it may have been ended since the backup.
    const database = await openDatabase({ dir: join(inFolder('restored'), 'db') })
    const { id } = await database.kysely.selectFrom('member').select('id').executeTakeFirstOrThrow()
    const { accessToken } = await startSession(database.kysely, id, undefined, systemClock)
    await database.close()
    const again = await startServer({ entry: 'server/main.ts', dataDir: inFolder('restored'), env: real })
    try {
      await expect(httpCall(again.origin, 'user/info', { token })).rejects.toThrow('401')
      const {
        items: [newest],
      } = await httpCall<{ items: { kind: string; title: string; line: string; route: string }[] }>(
        again.origin,
        'mallNotice/noticeList?limit=1',
        { token: accessToken },
      )
      expect(newest).toMatchObject({ kind: 'server_restored', title: 'Server restored', route: '/pages/my/queue' })
      expect(newest?.line).toMatch(/how it was on .* UTC/)
      const keys = [answered[0]!, answered.at(-1)!]
      const { known } = await httpCall<{ known: string[] }>(again.origin, 'commands/known', {
        args: { keys },
        token: accessToken,
      })
      expect(known).toEqual([answered[0]])
      expect(
        await operator(again.dataDir, 'restore', inFolder('one'), inFolder('key'), '--replace', 'on', ...who),
      ).toMatchObject({
        code: 1,
        said: expect.stringContaining('Stop it first'),
      })
    } finally {
      await again.stop()
    }
  })

  test('is refused where it is changed, cut short, of another key, or would cover a database', async () => {
    const restore = (name: string, place: string, key = 'key', ...more: string[]) =>
      operator(inFolder(place), 'restore', inFolder(name), inFolder(key), ...more, ...who)
    const whole = readFileSync(inFolder('one'))
    writeFileSync(inFolder('other-key'), randomBytes(32).toString('hex'), { mode: 0o600 })
    writeFileSync(inFolder('open-key'), randomBytes(32).toString('hex'), { mode: 0o644 })
    const damaged = Buffer.from(whole)
    damaged[whole.length >> 1]! ^= 1
    writeFileSync(inFolder('damaged'), damaged)
    writeFileSync(inFolder('cut'), whole.subarray(0, -1))
    // Cut where a chunk ends: each chunk that is left is authentic.
    const head = whole.indexOf('\n', whole.indexOf('\n') + 1) + 1
    writeFileSync(inFolder('cut-between'), whole.subarray(0, head + 1024 * 1024 + 16))
    writeFileSync(inFolder('renamed'), whole.toString('latin1').replace('"version":"1', '"version":"2'), 'latin1')
    writeFileSync(inFolder('none'), 'a text')
    for (const [name, words] of Object.entries({
      damaged: 'is damaged or cut short',
      cut: 'is damaged or cut short',
      'cut-between': 'is damaged or cut short',
      renamed: 'is damaged or cut short',
      none: 'is no backup',
      'not-there': "can't be read",
    })) {
      const argv = ['restore', inFolder(name), inFolder('key'), ...who]
      const config = readConfig({ DATA_DIR: inFolder('fresh') })
      const { ok, lines } = (await operateAlone({ clock: systemClock, config, log: silentLog }, argv)) ?? {}
      expect([ok, lines?.join('\n')]).toEqual([false, expect.stringContaining(words)])
      expect(existsSync(inFolder('fresh'))).toBe(false)
    }
    expect(await restore('cut', 'fresh')).toMatchObject({ code: 1, said: expect.stringContaining('cut short') })
    expect(existsSync(inFolder('fresh'))).toBe(false)
    expect((await restore('one', 'fresh', 'other-key')).said).toContain('was made with the key')
    expect((await restore('one', 'fresh', 'open-key')).said).toContain('chmod 600')
    const covering = await restore('one', 'restored')
    expect(covering).toMatchObject({ code: 1, said: expect.stringContaining('--replace on') })
    const replaced = await restore('one', 'restored', 'key', '--replace', 'on')
    expect(replaced).toMatchObject({ code: 0, said: expect.stringContaining('that was there is in') })
    expect(readdirSync(inFolder('restored')).filter((it) => it.startsWith('db.'))).toHaveLength(1)
    expect((await operator(inFolder('restored'), 'backup', inFolder('one'), inFolder('key'), ...who)).said).toContain(
      'is there already',
    )
  })

  test('is written also where no server runs, and reveals nothing', async () => {
    const made = await operator(inFolder('restored'), 'backup', inFolder('two'), inFolder('key'), ...who)
    expect(made.code).toBe(0)
    for (const secret of ['CREATE', 'pg_wal']) expect(readFileSync(inFolder('two')).includes(secret)).toBe(false)
    cpSync(join(inFolder('restored'), 'card-keys'), join(inFolder('third'), 'card-keys'))
    expect((await operator(inFolder('third'), 'restore', inFolder('two'), inFolder('key'), ...who)).code).toBe(0)
    const { said } = await operator(inFolder('third'), 'audit', '--limit', '3')
    expect(said).toContain('  Ana  restore ')
  })
})
