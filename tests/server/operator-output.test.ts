import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { root } from '#server/install.mjs'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { freshPostgresUrl } from '#tests/support/databases.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

let DATABASE_URL: string
const folder = mkdtempSync(join(tmpdir(), 'voltfolio-output-'))
beforeAll(async () => {
  DATABASE_URL = await freshPostgresUrl()
  const database = await openDatabase({ url: DATABASE_URL })
  await seedReference(database.kysely)
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The operator's command as a process of its own, with both of its outputs. */
function operator(
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['server/cli/operator.ts', ...argv],
      { cwd: root, env: { ...process.env, DATABASE_URL, DATA_DIR: join(folder, 'unused'), ...env } },
      (_, out, err) => {
        resolve({ code: child.exitCode, out, err })
      },
    )
  })
}

test('says what it refuses on standard error, for standard output may be going into a file', async () => {
  const found = await operator(['catalogue', 'export'])
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('"products"'), err: '' })
  for (const argv of [['catalogue', 'export', '--nonsense', '1'], ['catalogue', 'version', '7'], ['nonsense']])
    expect(await operator(argv)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/\w/) })
  const nowhere = await operator(['catalogue', 'export'], { DATABASE_URL: '' })
  expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no database') })
})

test('says on standard output what a command found that is bad', async () => {
  const database = await openDatabase({ url: DATABASE_URL })
  await makeMember(database.kysely)
  await asOwner(database, async (db) => {
    if (!isOnCitus) await sql`alter table account disable trigger user`.execute(db)
    await sql`update account set balance = 5 where code = 'income'`.execute(db)
  })
  await database.close()
  expect(await operator(['reconcile'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('THE BOOKS DO NOT AGREE'),
    err: '',
  })
})

test('a backup of the embedded database is not restored beside a PostgreSQL', async () => {
  const dataDir = join(folder, 'beside')
  mkdirSync(dataDir)
  const argv = ['restore', join(folder, 'some.backup'), join(folder, 'key'), '--as', 'Ana', '--why', 'a test']
  const { code, err } = await operator(argv, { DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(err).toMatch(/DATABASE_URL is set.*restore finish/s)
})
