import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import type { Database } from '#server/db/open.ts'
import type { Context } from '#server/http/handler.ts'
import { handle } from '#server/http/handler.ts'
import { serve } from '#server/http/pipeline.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

describe.each(databases)('A failure of ours on $name', ({ open }) => {
  let database: Database
  let memberId: string
  beforeAll(async () => {
    database = await open()
    memberId = await makeMember(database.kysely)
  })
  afterAll(() => database.close())

  test.each([
    ['an error', () => new Error('out of memory')],
    ["a refusal that is not a rule's", () => new DomainError('unavailable')],
  ])('is never kept as the outcome: %s, then the same key succeeds', async (_, failure) => {
    const answer = { day: '2026-11-20', points: 5, streak: 1, goldCoins: 5 }
    let tries = 0
    const handler = handle(gameSign, () => {
      if (++tries === 1) throw failure()
      return Promise.resolve(answer)
    })
    const context = {
      callerId: memberId,
      db: database.kysely,
      clock: { now: () => Date.parse('2026-11-20T06:00:00Z') },
      language: 'en',
      body: '{"madeAt":"2026-11-20T05:00:00.000Z"}',
      config: { cardKeys: [Buffer.alloc(32, 1)] },
    } as unknown as Context
    const key = randomUUID()
    const send = () => serve(handler, context, database, { madeAt: '2026-11-20T05:00:00.000Z' }, () => key)
    await expect(send()).rejects.toBeInstanceOf(Error)
    expect(await send()).toMatchObject({ status: 200, body: { errno: 0, data: answer } })
    expect(await send()).toMatchObject({ status: 200, body: { errno: 0, data: answer } })
    expect(tries).toBe(2)
  })
})
