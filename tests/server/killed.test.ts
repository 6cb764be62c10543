import { randomUUID } from 'node:crypto'
import { setTimeout as passed } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressDelete, addressList, addressSave } from '#protocol/addresses.ts'
import { userInfo } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { userGoodsList } from '#protocol/products.ts'
import { claimEarnings, gameSign, signNumber } from '#protocol/rewards.ts'
import { updateProfile, uploadAvatar } from '#protocol/settings.ts'
import { accountInfo } from '#protocol/wallet.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Command } from '#src/outbox/command.ts'
import { openAppInNode, type AppInNode } from '#tests/support/app-in-node.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { hasWorkers } from '#tests/support/citus-server.ts'
import { databaseLine } from '#tests/support/database-line.ts'
import { demoCardKey, demoDataDir, demoPostgresUrl, demoStart } from '#tests/support/demo-database.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

const entry = 'tests/support/killable-server.ts'
/** `SERVER_KILLS=30` kills each server thirty times. */
const kills = Number(process.env['SERVER_KILLS'] ?? 3)
/** The demonstration that is copied is as of then. */
const aheadMs = Date.parse(demoStart) - Date.now()
const isOver = (rows: readonly Command[]) => rows.every((it) => it.state === 'applied')
const triesIn = (rows: readonly Command[]) => rows.reduce((sum, it) => sum + it.attempt, 0)
const appliedIn = (rows: readonly Command[]) => rows.filter((it) => it.state === 'applied').length

const someAddress = { recipient: 'Ayu', phone: '+6281200000001', regionId: 'id-bali-denpasar', isDefault: false }

interface Before {
  income: number
  goldCoins: number
  total: number
  pending: Map<string, number>
  /** Addresses that were there before. */
  addresses: Map<string, string>
}

async function lookAround(phone: AppInNode): Promise<Before> {
  const { income, goldCoins } = await phone.read(accountInfo, {})
  const { items } = await phone.read(userGoodsList, { limit: 100 })
  const { total } = await phone.read(signNumber, {})
  return {
    income,
    goldCoins,
    total,
    addresses: await addressesOf(phone),
    pending: new Map(items.filter((it) => it.pending > 0).map((it) => [it.id, it.pending])),
  }
}

async function addressesOf(phone: AppInNode): Promise<Map<string, string>> {
  const { items } = await phone.read(addressList, {})
  return new Map(items.map((it) => [it.id, it.detail]))
}

/**
 * Sends claims, a check-in, and addresses that are made, edited and partly deleted; gives the addresses that should
 * remain.
 */
async function tapAway({ outbox }: AppInNode, { pending }: Before, count: number): Promise<Map<string, string>> {
  const wanted = new Map<string, string>()
  for (const unitId of pending.keys()) await outbox.enqueue(claimEarnings, { unitId })
  await outbox.enqueue(gameSign, {})
  for (let n = 0; n < count; n++) {
    const id = randomUUID()
    await outbox.enqueue(addressSave, { id, basedOn: null, ...someAddress, detail: `Made ${n}` })
    wanted.set(id, `Made ${n}`)
    if (n % 3 === 0) {
      await outbox.enqueue(addressSave, { id, basedOn: 1, ...someAddress, detail: `Edited ${n}` })
      wanted.set(id, `Edited ${n}`)
    }
    if (n % 5 === 0) {
      await outbox.enqueue(addressDelete, { id, basedOn: 1 })
      wanted.delete(id)
    }
  }
  return wanted
}

/** Every acknowledged command has had its effect, and had it once. */
async function compare(phone: AppInNode, before: Before, wanted: Map<string, string>): Promise<void> {
  const rows = phone.outbox.commands.getSnapshot()
  expect(await phone.deviceSeen()).toEqual({ sequence: Math.max(...rows.map((it) => it.seq)), applied: rows.length })
  expect(await addressesOf(phone)).toEqual(new Map([...before.addresses, ...wanted]))
  const { items } = await phone.read(addressList, {})
  for (const { id, version } of items.filter((it) => wanted.has(it.id)))
    expect(version).toBe(rows.filter((it) => it.call === addressSave.path && it.args['id'] === id).length)
  const after = await phone.read(accountInfo, {})
  expect(after.income - before.income).toBe([...before.pending.values()].reduce((sum, it) => sum + it, 0))
  expect((await phone.read(signNumber, {})).total).toBe(before.total + 1)
  expect(rows.find((it) => it.call === gameSign.path)?.reply?.data).toMatchObject({
    points: after.goldCoins - before.goldCoins,
  })
}

async function untilDead({ origin }: ServerProcess): Promise<void> {
  while (
    await fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await passed(20)
}

describe.each(['PGlite', 'PostgreSQL'])('with -9 in the middle of a drain, on %s', (kind) => {
  let server: ServerProcess
  let phone: AppInNode

  beforeAll(async () => {
    const env = { CARD_KEY: demoCardKey, CLOCK_AHEAD_MS: String(aheadMs) }
    server = await (kind === 'PGlite'
      ? startServer({ entry, env, dataDir: await demoDataDir() })
      : startServer({ entry, env: { ...env, DATABASE_URL: await demoPostgresUrl() } }))
    phone = await openAppInNode(server.origin, { begun: Date.now() + aheadMs })
  }, 180_000)
  afterAll(async () => {
    phone?.stop()
    await server?.dispose()
  })

  test(
    'the server is killed again and again, at any moment, before a commit and after one: nothing is lost, nothing happens twice',
    { timeout: 60_000 + kills * 30_000 },
    async () => {
      const before = await lookAround(phone)
      expect(before.pending.size).toBeGreaterThan(5)
      const wanted = await tapAway(phone, before, 5 * kills)
      for (let n = 0; n < kills; n++) {
        const at = ['any', 'before', 'after'][n % 3]
        const so = appliedIn(phone.outbox.commands.getSnapshot())
        await phone.until((rows) => appliedIn(rows) >= so + 4)
        if (at !== 'any') {
          await fetch(`${server.origin}/test/kill?at=${at}`, { method: 'POST' })
          await untilDead(server)
        }
        await server.kill()
        await server.start()
      }
      await phone.until(isOver)
      expect(phone.outbox.commands.getSnapshot().some((it) => it.attempt > 1)).toBe(true)
      await compare(phone, before, wanted)
    },
  )

  test(
    'the server is killed after it has stored a picture and before it answers: sent again it is one picture, and none is left over',
    { timeout: 120_000 },
    async () => {
      const avatarUrl = async () => (await phone.read(userInfo, {})).userInfo.avatarUrl
      const statusOf = async (address: string | null) => (await fetch(`${server.origin}${address}`)).status
      const upload = async (background: string) => {
        const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer()
        return (await phone.outbox.enqueue(uploadAvatar, {}, { body: new Uint8Array(picture) })).id
      }
      await upload('#135')
      await phone.until(isOver)
      const first = await avatarUrl()
      expect(await statusOf(first)).toBe(200)

      await fetch(`${server.origin}/test/kill?at=after&of=${uploadAvatar.path}`, { method: 'POST' })
      const id = await upload('#eca')
      await untilDead(server)
      await server.kill()
      await server.start()
      await phone.until(isOver)
      const sent = phone.outbox.commands.getSnapshot().find((it) => it.id === id)
      const second = await avatarUrl()
      const answer = sent?.reply?.data as Answer<typeof uploadAvatar>
      expect(answer.userInfo.avatarUrl).toBe(second)
      expect([second === first, await statusOf(first), await statusOf(second)]).toEqual([false, 404, 200])
      // The stored answer names the picture that stands: a second run would have made another id.
      await phone.outbox.enqueue(updateProfile, { avatarId: answer.avatarId })
      await phone.until(isOver)
      expect(await avatarUrl()).toBe(second)
    },
  )
})

test(
  'the database is killed under the server, which says 503 meanwhile and goes on by itself when it is back',
  { timeout: 180_000 },
  async () => {
    const postgres = await startPostgres({ durable: true })
    const url = postgres.url('postgres')
    const server = await startServer({ entry, env: { DATABASE_URL: url, DEMO: '0' } })
    const other = await openAppInNode(server.origin, { as: await someone(url) })
    const wanted = await addressesOf(other)
    for (let n = 0; n < 25; n++) {
      const id = randomUUID()
      await other.outbox.enqueue(addressSave, { id, basedOn: null, ...someAddress, detail: `Later ${n}` })
      wanted.set(id, `Later ${n}`)
    }
    for (let n = 1; n <= 3; n++) {
      await other.until((rows) => appliedIn(rows) >= n * 4)
      await postgres.kill()
      // A connection's process may outlive the killed one for a moment, and answer.
      await expect
        .poll(async () => {
          const answer = await fetch(`${server.origin}/wx/goods/level/list?type=2`)
          const { errno } = (await answer.json()) as { errno: number }
          return [answer.status, answer.headers.get('retry-after'), errno]
        })
        .toEqual([503, '2', 1503])
      await other.until((rows) => rows.some((it) => it.waiting?.why === 'server'))
      await postgres.restart()
    }
    await other.until(isOver)
    const { items } = await other.read(addressList, {})
    expect(new Map(items.map((it) => [it.id, it.detail]))).toEqual(wanted)
    expect(items.filter((it) => it.version !== 1)).toEqual([])
    expect((await other.deviceSeen())?.applied).toBe(25)
    other.stop()
    await server.dispose()
    const database = await openDatabase({ url })
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
    await postgres.stop()
  },
)

/** Only with two workers in `CITUS_WORKERS` (docs/testing.md). */
test.runIf(hasWorkers)(
  'one of several nodes is gone: the members of others go on, and its own members do when it is back',
  { timeout: 240_000 },
  async () => {
    const url = await demoPostgresUrl()
    const database = await openDatabase({ url, asOwner: true })
    const { kysely: db } = database
    const { id } = await db
      .selectFrom('member')
      .select('id')
      .where('phone', '=', demoMember.phone)
      .executeTakeFirstOrThrow()
    const gone = await nodeOf(db, 'member', sql`${id}::uuid`)
    const line = await databaseLine(gone.host, gone.port)
    await sql`select citus_update_node(${gone.id}, '127.0.0.1', ${line.port})`.execute(db)
    await sql`select start_metadata_sync_to_all_nodes()`.execute(db)
    const env = { CARD_KEY: demoCardKey, CLOCK_AHEAD_MS: String(aheadMs), DATABASE_URL: url }
    const server = await startServer({ entry, env })
    const begun = Date.now() + aheadMs
    const there = await openAppInNode(server.origin, { begun })
    const here = await phoneElsewhere(db, gone, server.origin, begun)
    const before = await lookAround(there)
    const wanted = await tapAway(there, before, 15)
    for (let n = 1; n <= 3; n++) {
      const so = appliedIn(there.outbox.commands.getSnapshot())
      await there.until((rows) => appliedIn(rows) >= so + 4)
      line.cut()
      const tries = triesIn(there.outbox.commands.getSnapshot())
      await there.until((rows) => triesIn(rows) > tries && rows.some((it) => it.waiting?.why === 'server'))
      const heard = there.outbox.commands.getSnapshot().flatMap((it) => it.waiting?.http ?? [])
      const failures = server.output().match(/.*"level":"error".*/g) ?? []
      expect(
        heard.filter((it) => it !== 503),
        failures.join('\n'),
      ).toEqual([])
      await here.outbox.enqueue(addressSave, { id: randomUUID(), basedOn: null, ...someAddress, detail: `Made ${n}` })
      await here.until(isOver)
      expect((await addressesOf(here)).size).toBe(n)
      await line.mend()
      // Citus does so itself, every minute: until then rows of a commit that was cut in two are locked.
      // A connection that was cut is noticed by the first statement over it.
      const recover = () => sql`select recover_prepared_transactions()`.execute(db)
      await recover().catch(recover)
    }
    await there.until(isOver)
    await compare(there, before, wanted)
    expect(await reconcile(db)).toEqual([])
    here.stop()
    there.stop()
    await server.dispose()
    await database.close()
    line.close()
  },
)

/** A member on a database that a server has prepared. */
async function someone(url: string): Promise<Login> {
  const { kysely: db, close } = await openDatabase({ url })
  const { phone, password } = await newcomer(db)
  await close()
  return { phone, password }
}

type Login = { phone: string; password: string }

async function newcomer(db: Db): Promise<Login & { id: string }> {
  const password = 'a-good-one'
  const { id, phone } = await db
    .updateTable('member')
    .set({ passwordHash: cheapHash(password) })
    .where('id', '=', await makeMember(db))
    .returning(['id', 'phone'])
    .executeTakeFirstOrThrow()
  return { id, phone, password }
}

/** A node of a distributed database. */
interface Node {
  id: number
  host: string
  port: number
}

/** The node that has the row with this value in the column by which the table is distributed. */
async function nodeOf(db: Db, table: string, value: RawBuilder<unknown>): Promise<Node> {
  const { rows } = await sql<Node>`
    select nodeid as id, nodename as host, nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column(${sql.lit(table)}, ${value})`.execute(db)
  return rows[0]!
}

/** The app of a member whose rows all lie on other nodes, those of the session too, which lie by its tokens. */
async function phoneElsewhere(db: Db, node: Node, origin: string, begun: number): Promise<AppInNode> {
  for (;;) {
    const { id, ...as } = await newcomer(db)
    if ((await nodeOf(db, 'member', sql`${id}::uuid`)).id === node.id) continue
    const phone = await openAppInNode(origin, { as, begun })
    const digestIn = (table: 'accessToken' | 'refreshToken') =>
      db.selectFrom(table).select('digest').where('memberId', '=', id).executeTakeFirstOrThrow()
    const [access, refresh] = await Promise.all([digestIn('accessToken'), digestIn('refreshToken')])
    const nodes = await Promise.all([
      nodeOf(db, 'access_token', sql`${access.digest}::text`),
      nodeOf(db, 'refresh_token', sql`${refresh.digest}::text`),
    ])
    if (nodes.every((it) => it.id !== node.id)) return phone
    phone.stop()
  }
}
