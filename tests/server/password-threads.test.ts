import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { argon2 } from '#server/features/auth/argon2-pool.ts'
import { hashOfNobody, hashPassword, verifyPassword } from '#server/features/auth/password.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }

test('the threads compute what Node does, each caller its own', async () => {
  const tasks = Array.from({ length: 40 }, (_, n) => ({
    message: Buffer.from(`word ${n}`),
    nonce: randomBytes(16),
    cost: cheap,
  }))
  const tags = await Promise.all(tasks.map(argon2))
  expect(tags.map((it) => it.toString('hex'))).toEqual(
    tasks.map(({ message, nonce }) =>
      argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cheap }).toString('hex'),
    ),
  )
})

test('a task that breaks its thread fails alone', async () => {
  await expect(argon2({ message: Buffer.from('x'), nonce: Buffer.alloc(1), cost: cheap })).rejects.toThrow(
    /nonce|salt|range|invalid/i,
  )
  expect(await argon2({ message: Buffer.from('x'), nonce: Buffer.alloc(16), cost: cheap })).toHaveLength(32)
})

test('a password is its own, and nobody has that of nobody', async () => {
  const hash = await hashPassword('a-good-one')
  expect([await verifyPassword('a-good-one', hash), await verifyPassword('a-bad-one', hash)]).toEqual([true, false])
  expect(await verifyPassword('', hashOfNobody)).toBe(false)
  expect(hashOfNobody.split('$').slice(0, 4)).toEqual(hash.split('$').slice(0, 4))
})

test('a crowd is turned away before it waits for long', async () => {
  const task = { message: Buffer.from('x'), nonce: Buffer.alloc(16), cost: cheap }
  const outcomes = await Promise.all(
    Array.from({ length: 600 }, () =>
      argon2(task).then(
        () => 'done',
        (cause: unknown) => (cause as Error).message,
      ),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['done', 'unavailable']))
  expect((await argon2(task)).length).toBe(32)
})

describe.each(oneDatabase)('on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  test('no password is hashed inside a transaction', async () => {
    await expect(world.database.inTransaction(() => hashPassword('a-good-one'))).rejects.toThrow(
      'before the transaction',
    )
    await expect(world.database.inTransaction(() => verifyPassword('x', hashOfNobody))).rejects.toThrow(
      'before the transaction',
    )
  })

  test('who is turned away by the crowd has made no guess', async () => {
    const { memberId } = await world.member()
    const passwordHash = await hashPassword('a-good-one')
    const { phone } = await world.database.kysely
      .updateTable('member')
      .set({ passwordHash })
      .where('id', '=', memberId)
      .returning('phone')
      .executeTakeFirstOrThrow()
    const slow = {
      message: Buffer.from('x'),
      nonce: Buffer.alloc(16),
      cost: { ...cheap, memory: 19 * 1024, passes: 2 },
    }
    const crowdIs = { over: false }
    // Each of them queues again before anything else happens: the queue stays full.
    const crowd = Array.from({ length: 280 }, async () => {
      while (!crowdIs.over) await argon2(slow)
    })
    const ended = Promise.allSettled(crowd)
    const args = { phone, password: 'a-good-one', agreed: true }
    const { body, status } = await world.call('auth/jwscLogin', { args })
    expect([status, body.errno]).toEqual([503, 1503])
    crowdIs.over = true
    await ended
    const counted = await world.database.kysely.selectFrom('attempt').select('count').where('count', '>', 0).execute()
    expect(counted).toEqual([])
    expect((await world.call('auth/jwscLogin', { args })).body.errno).toBe(0)
  })
})
