import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const real = { DEMO: '0' }

test.each<Record<string, string>>([
  { DATABASE_URL: 'host=db.example dbname=x password=s3cret' },
  { DATABASE_URL: 'db.example/name' },
  { DATABASE_URL: 'mysql://app:s3cret@db.example/name' },
  { DATABASE_URL: 'postgres://app:s3cret@db.example:port/name' },
  { DATABASE_URL: 'postgres://app:s3cret@%zz/name' },
  { DATABASE_OWNER_URL: 'owner:s3cret@db.example/name' },
])('what can not be meant is refused by name, with an example, and no secret is said: %o', (env) => {
  const [name = ''] = Object.keys(env)
  const read = () =>
    readConfig({
      ...real,
      ...(name.startsWith('DATABASE_OWNER') && { DATABASE_URL: 'postgres://app@localhost/name' }),
      ...env,
    })
  expect(read).toThrow(new RegExp(`^${name} .+: .+$`))
  expect(read).not.toThrow('s3cret')
})

test.each(['postgres:///name', 'postgresql://app@localhost/name', 'postgres://app@/name?host=/run/postgresql'])(
  'a database is at %s',
  (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  },
)
