import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base32nopad } from '@scure/base'
import { describe, expect, onTestFinished, test } from 'vitest'
import { totpCode, totpStep } from '#server/cli/accounts/totp.ts'
import { lockDirectory, lockPathOf } from '#server/db/directory-lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshPostgresUrl, readImage } from '#tests/support/databases.ts'
import { enrolmentIn, goodPassword, operatorProcess } from '#tests/support/operator-account.ts'
import { startServer } from '#tests/support/server-process.ts'

const who = ['--as', 'Ana', '--why', 'a test']

describe('npm run operator', () => {
  const typed = (env: Record<string, string>, ...argv: string[]) => operatorProcess(env, argv)
  const line = ['switch', 'goods', 'on', ...who]
  const switched = async (url: string) => {
    const database = await openDatabase({ url })
    const rows = await database.kysely.selectFrom('operatorAction').select('command').execute()
    await database.close()
    return rows.map((it) => it.command)
  }

  test('works on a PostgreSQL beside any number of servers', async () => {
    const url = await freshPostgresUrl()
    expect(await typed({ DATABASE_URL: url }, ...line)).toMatchObject({
      code: 0,
      said: expect.stringContaining('"showGoods":"1"'),
    })
    expect(await switched(url)).toEqual(['switch goods'])
    const empty = await freshPostgresUrl({ template: 'template0' })
    expect(await typed({ DATABASE_URL: empty }, ...line)).toMatchObject({
      code: 1,
      said: expect.stringContaining('Start the server of this version first'),
    })
  })

  test("makes no key beside those of a PostgreSQL's servers, which would start no more", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-no-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const env = { DATABASE_URL: await freshPostgresUrl(), DATA_DIR: dataDir, CARD_KEY: '' }
    expect(await typed(env, 'member', 'delete-again', 'a line of the log', ...who)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Nothing was changed: .*CARD_KEY/),
    })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('says that a new password is too weak before a device is shown its secret', async () => {
    const heard = await operatorProcess(
      { DATA_DIR: 'no-such-folder' },
      ['account', 'enrol', 'ana'],
      [() => 'ABCD-EFGH', () => 'password123', () => '123456'],
    )
    expect(heard).toMatchObject({
      code: 1,
      said: expect.stringContaining('Choose a password of at least 10 characters'),
    })
    expect(heard.said).not.toContain('otpauth')
  })

  test('says what to do where the server that has the database open takes no command', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-busy-'))
    const other = createServer((_, response) => response.writeHead(503).end())
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    mkdirSync(join(dataDir, 'db'))
    writeFileSync(join(dataDir, 'admin-socket.json'), JSON.stringify({ origin, key: 'k' }))
    const unlock = await lockDirectory(lockPathOf(join(dataDir, 'db')))
    try {
      expect(await typed({ DATA_DIR: dataDir }, ...line)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/nothing was done\..*try again in a minute/),
      })
    } finally {
      unlock()
      other.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test(
    'works on the embedded database through the server that runs, and without one once it is gone, by one session',
    { timeout: 180_000 },
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-operator-'))
      const sessionFile = join(dataDir, 'home', 'session.json')
      const env = { DATA_DIR: dataDir, DEMO: '0', OPERATOR_SESSION_FILE: sessionFile }
      const goods = (to: string) => typed(env, 'switch', 'goods', to, '--why', 'a test')
      try {
        expect(await goods('on')).toMatchObject({ code: 1, said: expect.stringContaining('There is no database') })
        await (await openDatabase({ dir: join(dataDir, 'db'), image: readImage() })).close()
        const sms = { SMS_URL: 'https://sms.invalid/send', PUBLIC_ORIGIN: 'https://app.example' }
        const server = await startServer({ entry: 'server/main.ts', dataDir, env: { DEMO: '0', ...sms } })
        const sign = join(dataDir, 'admin-socket.json')
        expect(statSync(sign).mode & 0o777).toBe(0o600)
        expect(await goods('on')).toMatchObject({ code: 1, said: expect.stringContaining('Nobody has an account yet') })

        const added = await typed(env, 'account', 'add', 'ana', '--roles', 'administrator', '--why', 'first day')
        const enrolment = enrolmentIn([added.said])
        let secret: Uint8Array = new Uint8Array()
        const enrolled = await operatorProcess(
          env,
          ['account', 'enrol', 'ana'],
          [
            () => enrolment,
            () => goodPassword,
            (said) => {
              const found = /secret=([A-Z2-7]{32})/.exec(said)?.[1]
              if (found === undefined) return undefined
              secret = base32nopad.decode(found)
              return totpCode(secret, totpStep(Date.now()))
            },
          ],
        )
        expect(enrolled).toMatchObject({ code: 0, said: expect.stringContaining('Enrolled.') })
        expect(existsSync(sessionFile)).toBe(false)
        const code = totpCode(secret, totpStep(Date.now()) + 1)
        const signIn = (password: string) => operatorProcess(env, ['login', 'ana'], [() => password, () => code])
        expect(await signIn('not-it-at-all')).toMatchObject({ code: 1, said: expect.stringContaining('is not right') })
        expect(existsSync(sessionFile)).toBe(false)
        const signedIn = await signIn(goodPassword)
        expect(signedIn).toMatchObject({ code: 0, said: expect.stringContaining('ana: administrator. Until ') })
        expect(statSync(sessionFile).mode & 0o777).toBe(0o600)
        const token = /"token":"([\w-]{43})"/.exec(readFileSync(sessionFile, 'utf8'))?.[1] ?? 'none'
        expect(token).toHaveLength(43)
        for (const hidden of [goodPassword, code, enrolment, token])
          expect(signedIn.said + enrolled.said + server.output()).not.toContain(hidden)

        expect(await goods('on')).toMatchObject({ code: 0, said: expect.stringContaining('"showGoods":"1"') })
        expect(await typed(env, ...line)).toMatchObject({ code: 1, said: expect.stringContaining('leave --as out') })
        const { origin } = JSON.parse(readFileSync(sign, 'utf8')) as { origin: string }
        const ask = (headers: Record<string, string>) =>
          fetch(origin, { method: 'POST', headers, body: JSON.stringify({ argv: line }) })
        expect((await ask({})).status).toBe(403)
        expect((await ask({ authorization: `Bearer ${'x'.repeat(43)}` })).status).toBe(403)
        // A killed server leaves its socket file behind; the database is free for the next process.
        await server.kill()
        const other = createServer((_, response) => response.end('{"ok":true,"lines":["Done."]}'))
        await once(other.listen(Number(new URL(origin).port), '127.0.0.1'), 'listening')
        expect(await goods('off')).toMatchObject({ code: 0, said: expect.stringContaining('"showGoods":"0"') })
        other.close()
        chmodSync(sessionFile, 0o640)
        expect(await goods('on')).toMatchObject({ code: 1, said: expect.stringContaining('can be read by others') })
        chmodSync(sessionFile, 0o600)
        expect(await typed(env, 'logout')).toMatchObject({ code: 0, said: 'Signed out.\n' })
        expect(JSON.parse(readFileSync(sessionFile, 'utf8'))).toEqual({})
        expect((await goods('on')).code).toBe(1)
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  )
})
