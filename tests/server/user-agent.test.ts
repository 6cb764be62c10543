import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { userAgentOf } from '#server/http/user-agent.ts'
import { createLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { callerOf } from '#tests/support/caller.ts'
import { databases } from '#tests/support/databases.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

describe('a user agent', () => {
  test.each([
    [`Voltfolio/1.0.709 ${chrome}`, { app: 'Voltfolio 1.0.709', browser: 'Chrome 140', platform: 'Android' }],
    [`Voltfolio/1.0.709 ${safari}`, { app: 'Voltfolio 1.0.709', browser: 'Safari 18', platform: 'iOS' }],
    [`${chrome} EdgA/139.0.0.0`, { browser: 'Edge 139', platform: 'Android' }],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
      { browser: 'Firefox 143', platform: 'Windows' },
    ],
    ['curl/8.5.0', { browser: 'other', platform: 'other' }],
  ])('%s', (field, read) => {
    expect(userAgentOf(field)).toEqual(read)
  })

  test('says nothing that its sender made up, however long', () => {
    expect(userAgentOf(`Voltfolio/1.0.709<script> password=secret ${'x'.repeat(300)} Chrome/140`)).toEqual({
      browser: 'other',
      platform: 'other',
    })
    expect(userAgentOf(`Voltfolio/${'9'.repeat(30)} Chrome/${'9'.repeat(30)} Linux`)).toEqual({
      browser: 'Chrome 9999',
      platform: 'Linux',
    })
    expect(userAgentOf(undefined)).toBeUndefined()
  })
})

describe.each(databases.slice(0, 1))('the log of a failed call, on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('names browser and system: of our field, or of the usual one', async () => {
    const lines: string[] = []
    const log = createLog({ write: (line: string) => lines.push(line) })
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder' })
    const deps = await prepare({ database, clock: { now: () => Date.now() }, config, log })
    const broken = {
      ...database,
      get kysely(): never {
        throw new Error('the database is broken')
      },
    }
    const call = callerOf(createApp({ ...deps, database: broken }))
    const agents = async (headers: Record<string, string>) => {
      lines.length = 0
      expect((await call('nio/country/list', { method: 'GET', headers })).status).toBe(500)
      return lines.map((line) => (JSON.parse(line) as { agent?: unknown }).agent)
    }
    expect(await agents({ 'x-user-agent': `Voltfolio/1.0.709 ${chrome}`, 'user-agent': 'Node.js/24' })).toEqual([
      { app: 'Voltfolio 1.0.709', browser: 'Chrome 140', platform: 'Android' },
    ])
    expect(await agents({ 'user-agent': safari })).toEqual([{ browser: 'Safari 18', platform: 'iOS' }])
  })
})
