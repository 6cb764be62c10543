import { describe, expect, test } from 'vitest'
import { readConfig, type Config } from '#server/config.ts'

const real = { DEMO: '0' }

test.each<[name: string, of: keyof Config]>([
  ['HOST', 'host'],
  ['PORT', 'port'],
  ['DATA_DIR', 'dataDir'],
  ['DIST_DIR', 'distDir'],
  ['TRUST_PROXY', 'trustedProxies'],
  ['PUBLIC_ORIGIN', 'publicOrigin'],
  ['PUSH_CONTACT', 'pushContact'],
  ['DATABASE_URL', 'databaseUrl'],
])('%s that is empty counts as not set', (name, of) => {
  expect(readConfig({ [name]: '' })[of]).toBe(readConfig({})[of])
})

test('so do the folder of the streets and what is known of a chain', () => {
  expect(readConfig({ DATA_DIR: '', TILES: 'java.pmtiles' }).tiles).toBe(readConfig({ TILES: 'java.pmtiles' }).tiles)
  const chain = { ...real, TRONGRID_URL: 'https://api.trongrid.io' }
  expect(readConfig({ ...chain, TRON_CONFIRMATIONS: '', TRON_USDT_CONTRACT: '' })).toEqual(readConfig(chain))
})

describe('the address that people use', () => {
  test.each([
    ['https://app.example', 'https://app.example'],
    ['https://app.example/', 'https://app.example'],
    ['HTTPS://App.Example:443', 'https://app.example'],
    ['https://app.example:8443', 'https://app.example:8443'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ])('%s is %s', (PUBLIC_ORIGIN, origin) => {
    expect(readConfig({ ...real, PUBLIC_ORIGIN }).publicOrigin).toBe(origin)
  })

  test('of a demonstration may be http', () => {
    const PUBLIC_ORIGIN = 'http://192.168.0.7:8080'
    expect(readConfig({ DEMO: '1', PUBLIC_ORIGIN }).publicOrigin).toBe(PUBLIC_ORIGIN)
    expect(() => readConfig({ ...real, PUBLIC_ORIGIN })).toThrow(/^PUBLIC_ORIGIN .*https:\/\/app\.example/)
  })
})

test.each<Record<string, string>>([
  { PORT: 'http' },
  { PORT: '80.5' },
  { PORT: '65536' },
  { PORT: ' ' },
  { PUBLIC_ORIGIN: 'app.example' },
  { PUBLIC_ORIGIN: 'app.example:8443' },
  { PUBLIC_ORIGIN: 'https://' },
  { PUBLIC_ORIGIN: 'ftp://app.example' },
  { PUBLIC_ORIGIN: 'https://app.example/app' },
  { PUBLIC_ORIGIN: 'https://app.example/#/' },
  { PUBLIC_ORIGIN: 'https://app.example/?lang=id' },
  { PUBLIC_ORIGIN: 'https://me:s3cret@app.example' },
  { PUSH_CONTACT: 'ops@example.com' },
  { PUSH_CONTACT: 'mailto:' },
  { PUSH_CONTACT: 'http://app.example' },
  { DATABASE_URL: 'host=db.example dbname=x password=s3cret' },
  { DATABASE_URL: 'db.example/name' },
  { DATABASE_URL: 'mysql://app:s3cret@db.example/name' },
  { DATABASE_URL: 'postgres://app:s3cret@db.example:port/name' },
  { DATABASE_URL: 'postgres://app:s3cret@%zz/name' },
  { DATABASE_OWNER_URL: 'owner:s3cret@db.example/name' },
  { TRON_USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' },
  { TRON_USDT_CONTRACT: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
])('what can not be meant is refused by name, with an example, and no secret is said: %o', (env) => {
  const [name = ''] = Object.keys(env)
  const read = () =>
    readConfig({
      ...real,
      ...(name.startsWith('DATABASE_OWNER') && { DATABASE_URL: 'postgres://app@localhost/name' }),
      ...(name.startsWith('TRON_') && { TRONGRID_URL: 'https://api.trongrid.io' }),
      ...env,
    })
  expect(read).toThrow(new RegExp(`^${name} .+: .+$`))
  expect(read).not.toThrow('s3cret')
})

test.each<[env: Record<string, string>, says: RegExp]>([
  [{ TRON_SECOND_URL: 'https://node.example' }, /^TRON_SECOND_URL needs TRONGRID_URL/],
  [{ CARD_KEYS_OLD: 'ab'.repeat(32) }, /^CARD_KEYS_OLD needs CARD_KEY/],
  [{ EXTRA_PUSH_HOSTS: 'localhost:9000' }, /^EXTRA_PUSH_HOSTS is for tests/],
  [{ GBFS_PRIVATE_HOSTS: 'https://fleet.internal' }, /^GBFS_PRIVATE_HOSTS are names/],
])('what would be without effect, or no way for real money, is refused: %o', (env, says) => {
  expect(() => readConfig({ ...real, ...env })).toThrow(says)
})

test.each(['mailto:ops@example.com', 'https://app.example/contact'])(
  'push services may write to %s',
  (PUSH_CONTACT) => {
    expect(readConfig({ PUSH_CONTACT }).pushContact).toBe(PUSH_CONTACT)
  },
)

test.each(['postgres:///name', 'postgresql://app@localhost/name', 'postgres://app@/name?host=/run/postgresql'])(
  'a database is at %s',
  (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  },
)
