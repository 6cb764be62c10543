import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { Envelope } from '#protocol/errors.ts'
import { errors } from '#protocol/errors.ts'
import type { login } from '#protocol/auth.ts'
import type { draftGenerate, Order } from '#protocol/orders.ts'
import type { goodsList, userGoodsList } from '#protocol/products.ts'
import type { claimEarnings } from '#protocol/rewards.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { openDatabase } from '#server/db/open.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { freshPostgresUrl } from '#tests/support/databases.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

let url: string
let one: ServerProcess
let other: ServerProcess
let token: string

// Two processes start together on an empty database: they migrate and seed it once between them.
beforeAll(async () => {
  url = await freshPostgresUrl({ template: 'template0' })
  // It holds the demo member's cards, under a key that both processes need.
  const env = { DATABASE_URL: url, CARD_KEY: randomBytes(32).toString('base64url') }
  ;[one, other] = await Promise.all([startServer({ env }), startServer({ env })])
}, 180_000)

afterAll(async () => {
  await Promise.all([one?.dispose(), other?.dispose()])
})

async function call(server: ServerProcess, path: string, args?: object, key: string = randomUUID()): Promise<Envelope> {
  const answer = await fetch(`${server.origin}/wx/${path}`, {
    method: args ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(args && { body: JSON.stringify(args) }),
  })
  return (await answer.json()) as Envelope
}

async function done<T>(server: ServerProcess, path: string, args?: object): Promise<T> {
  const { errno, errmsg, data } = await call(server, path, args)
  if (errno !== 0) throw new Error(`${path}: ${errno} ${errmsg}`)
  return data as T
}

test('who signs in at one process buys at the other, and both show it', async () => {
  ;({ accessToken: token } = await done<Answer<typeof login>>(one, 'auth/jwscLogin', {
    phone: demoMember.phone,
    password: demoMember.password,
    agreed: true,
  }))
  const { items } = await done<Answer<typeof goodsList>>(other, 'g/goods/list?limit=100')
  const product = items.find((it) => it.name === 'Kancil S1')!
  const before = await done<Answer<typeof accountInfo>>(one, 'g/account/info')
  const draft = await done<Answer<typeof draftGenerate>>(one, 'order/draft/generate', {
    productId: product.id,
    quantity: 1,
    couponId: null,
  })
  const order = await done<Order>(other, 'order/prepay', {
    draftId: draft.id,
    wallet: 'recharge',
    expectedPayment: draft.actualPayment,
    risksRead: true,
  })
  expect(order.unitIds).toHaveLength(1)
  for (const server of [one, other]) {
    expect((await done<Answer<typeof accountInfo>>(server, 'g/account/info')).recharge).toBe(
      before.recharge - draft.actualPayment,
    )
    expect((await done<{ order: Order | null }>(server, 'order/payInfo', { draftId: draft.id })).order?.id).toBe(
      order.id,
    )
  }
})

test('a process killed in a storm of claims loses none of them and none is paid twice', async () => {
  const before = await done<Answer<typeof accountInfo>>(other, 'g/account/info')
  expect(before.pendingIncome).toBeGreaterThan(0)
  const { items: units } = await done<Answer<typeof userGoodsList>>(one, 'g/user/goods/list?limit=100')
  const claims = units.map(({ id }) => ({ key: randomUUID(), args: { unitId: id } }))

  let dying: Promise<void> | undefined
  const heard = await Promise.all(
    claims.map(async ({ key, args }) => {
      try {
        return await call(one, 'g/user/goods/earnings/claim', args, key)
      } catch {
        return undefined
      } finally {
        // In the middle of all the others.
        dying ??= one.kill()
      }
    }),
  )
  await dying
  expect(heard.filter((it) => it === undefined).length).toBeGreaterThan(0)

  // What a client without an answer does: it repeats the request with the same key, to either process.
  const settled = await Promise.all(
    claims.map(({ key, args }) => insist(() => call(other, 'g/user/goods/earnings/claim', args, key))),
  )
  heard.forEach((answer, it) => {
    if (answer) expect(settled[it]).toEqual(answer)
  })
  expect(new Set(settled.map((it) => it.errno))).toEqual(new Set([0, errors.nothing_to_claim.errno]))
  const claimed = settled
    .filter((it) => it.errno === 0)
    .reduce((sum, it) => sum + (it.data as Answer<typeof claimEarnings>).amount, 0)
  expect(claimed).toBe(before.pendingIncome)
  expect(await done<Answer<typeof accountInfo>>(other, 'g/account/info')).toMatchObject({
    pendingIncome: 0,
    income: before.income + claimed,
  })
})

test('the process comes back to its place and the books are sound', async () => {
  await one.start()
  expect(await done<Answer<typeof accountInfo>>(one, 'g/account/info')).toEqual(
    await done<Answer<typeof accountInfo>>(other, 'g/account/info'),
  )
  const database = await openDatabase({ url })
  try {
    expect(await reconcile(database.kysely)).toEqual([])
  } finally {
    await database.close()
  }
})

/** Repeats until no other transaction holds the key: PostgreSQL ends the dead process's when it notices. */
async function insist(ask: () => Promise<Envelope>): Promise<Envelope> {
  for (;;) {
    const answer = await ask()
    if (answer.errno !== errors.in_progress.errno) return answer
  }
}
