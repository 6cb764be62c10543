import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { refusalOfDatabase, refusalToStart } from '#server/start-refusal.ts'

const real = { DEMO: '0', SMS_URL: 'https://sms.example/send', PUBLIC_ORIGIN: 'https://app.example' }
const refusalOf = (env: Record<string, string>) => refusalToStart(env, readConfig(env))

test.each([
  'postgres://app:secret@db.example/name',
  'postgres://app:secret@10.0.0.5:5432/name',
  'postgres://app:secret@[2001:db8::1]/name',
  'postgres://app:secret@db.example/name?sslmode=disable',
  'postgres://app:secret@db.example/name?sslmode=no-verify',
  'postgres://app:secret@localhost/name?host=db.example',
  'postgres://app:secret@localhost.example/name',
  'postgres://app:secret@db.example/name?host=',
  'postgres://app:secret@localhost/name?host=localhost&host=db.example',
  'postgres://app:secret@db.example/name?ssl=true&sslmode=disable',
  'postgres://app:secret@db.example/name?ssl=true&sslmode=no-verify',
])('real money goes to no database of another machine in the open: %s', (DATABASE_URL) => {
  const said = refusalOf({ ...real, DATABASE_URL })
  expect(said).toMatch(/^DATABASE_URL leads to another machine without TLS/)
  expect(said).not.toContain('secret')
  expect(refusalOf({ ...real, DATABASE_URL, DATABASE_TLS: '0' })).toBe(undefined)
  expect(refusalOf({ DATABASE_URL, DEMO: '1' })).toBe(undefined)
})

test.each([
  'postgres://app@localhost/name',
  'postgres://app@127.0.0.1:5432/name',
  'postgres://app@[::1]/name',
  'postgres:///name?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/name',
  'postgres://app@db.example/name?sslmode=verify-full',
  'postgres://app@db.example/name?sslmode=require',
  'postgres://app@db.example/name?ssl=true',
])('but to one of the same machine, or by TLS: %s', (DATABASE_URL) => {
  expect(refusalOf({ ...real, DATABASE_URL })).toBe(undefined)
})

test("the owner's way is looked at as well, and PGSSLMODE counts where an address says nothing", () => {
  const DATABASE_URL = 'postgres://app@localhost/name'
  const far = { ...real, DATABASE_URL, DATABASE_OWNER_URL: 'postgres://owner@db.example/name' }
  expect(refusalOf(far)).toMatch(/^DATABASE_OWNER_URL leads/)
  expect(refusalOf({ ...far, PGSSLMODE: 'verify-full' })).toBe(undefined)
})

test.each(['postgres:///name', 'postgres://app@/name', 'postgres:///name?host='])(
  'PGHOST counts where an address names no host: %s',
  (DATABASE_URL) => {
    expect(refusalOf({ ...real, DATABASE_URL })).toBe(undefined)
    expect(refusalOf({ ...real, DATABASE_URL, PGHOST: '/run/postgresql' })).toBe(undefined)
    const far = { ...real, DATABASE_URL, PGHOST: 'db.far' }
    expect(refusalOf(far)).toMatch(/^DATABASE_URL leads to another machine/)
    expect(refusalOf({ ...far, PGSSLMODE: 'verify-full' })).toBe(undefined)
  },
)

test('PGSSLMODE does not count where the address says something', () => {
  const at = (query: string) => ({ ...real, DATABASE_URL: `postgres://db.example/name?${query}`, PGSSLMODE: 'require' })
  expect(refusalOf(at('ssl=0'))).toMatch(/^DATABASE_URL leads/)
  expect(refusalOf(at('sslmode=disable'))).toMatch(/^DATABASE_URL leads/)
  expect(refusalOf(at('sslmode='))).toBe(undefined)
})

test.each<{ env: Record<string, string>; says: RegExp }>([
  {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    says: /^DATABASE_URL is set, and DEMO is not.*DEMO=0.*DEMO=1/s,
  },
  { env: { PUBLIC_ORIGIN: 'https://app.example' }, says: /^PUBLIC_ORIGIN is set, and DEMO is not.*DEMO=0.*DEMO=1/s },
  { env: { DEMO: '0' }, says: /^DEMO=0 needs a gateway.*SMS_URL/s },
  { env: { DEMO: '0', SMS_URL: real.SMS_URL }, says: /^DEMO=0 needs the address.*PUBLIC_ORIGIN/s },
  {
    env: { ...real, DATABASE_URL: 'postgres://app@db.example/none' },
    says: /^DATABASE_URL leads to another machine without TLS.*sslmode=verify-full.*DATABASE_TLS=0/s,
  },
])('the server starts not with $env, and says what to choose', ({ env, says }) => {
  expect(refusalOf(env)).toMatch(says)
})

test("no program asks a distant database in the open, unless it is said to be a demonstration's", () => {
  const DATABASE_URL = 'postgres://app@db.example/none'
  const said = /^DATABASE_URL leads to another machine without TLS.*sslmode=verify-full.*DATABASE_TLS=0/s
  for (const env of [{ DATABASE_URL }, { DATABASE_URL, DEMO: '0' }]) expect(refusalOfDatabase(env)).toMatch(said)
  expect(refusalOfDatabase({ DATABASE_URL, DEMO: '1' })).toBe(undefined)
})

test.each<[Record<string, string>, RegExp]>([
  [{ DEMO: 'no' }, /^DEMO is neither 0 nor 1/],
  [{ DATABASE_OWNER_URL: 'postgres://127.0.0.1:1/none' }, /^DATABASE_OWNER_URL needs DATABASE_URL/],
])('the configuration %o is none', (env, says) => {
  expect(() => readConfig(env)).toThrow(says)
})

test('a restore that was broken off is told, and no empty database takes its place', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'broken-restore-'))
  onTestFinished(() => {
    rmSync(DATA_DIR, { recursive: true })
  })
  expect(refusalOf({ ...real, DATA_DIR })).toBe(undefined)
  mkdirSync(join(DATA_DIR, 'db.restoring'))
  expect(refusalOf({ ...real, DATA_DIR })).toMatch(/^A restore into .* was broken off/)
  mkdirSync(join(DATA_DIR, 'db'))
  expect(refusalOf({ ...real, DATA_DIR })).toBe(undefined)
})
