import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { repayCardBill } from '#protocol/cards.ts'
import { errors } from '#protocol/errors.ts'
import { prepay } from '#protocol/orders.ts'
import { exchange, withdraw } from '#protocol/wallet.ts'
import { ApiError } from '#src/api/api-error.ts'
import { pay, settleAttempt } from '#src/features/orders/commands.ts'
import { keptAttempt as keptPayment } from '#src/features/orders/payment-attempt.ts'
import { createAttempting } from '#src/outbox/attempting.ts'
import { settledMs } from '#src/outbox/attempt-outcome.ts'
import { AnswerLost, askAttempt, keptAttempt, makeAttempt, newAttempt } from '#src/outbox/kept-attempt.ts'
import { later } from '#tests/support/fake-transport.ts'

const asked: { args: unknown; key: string; password: string | undefined }[] = []
let reply: () => unknown
vi.mock('#src/api/step-up.ts', () => ({
  callProven: async (_: unknown, args: unknown, { key, password }: { key: string; password?: string }) => {
    asked.push({ args, key, password })
    return reply()
  },
}))

const lost = () => {
  throw new ApiError('network', 'cut')
}
const refuse = (code: keyof typeof errors) => () => {
  throw new ApiError('refused', code, { errno: errors[code].errno, http: errors[code].http })
}
const done = () => ({ id: 'done' })
const id = (count: number) => `e6f0c9b4-3a0e-4a3c-8d2e-0c4f6d5b7a${count}`
const wish = { amount: 1000, cardId: id(11), expectedArrival: 953 }
const proved = <T>(work: (password: string | undefined) => Promise<T>): Promise<T> => work('480216')
const door = ['session_expired', 'too_many_requests', 'update_required'] as const

let memberId: string
let members = 20
beforeEach(() => {
  // A store of its own for every test.
  memberId = id((members += 1))
  asked.length = 0
})

describe('an attempt', () => {
  test('is kept beside that of another tab, and is forgotten by itself', async () => {
    reply = lost
    const [first, second] = [newAttempt<typeof withdraw>(wish), newAttempt<typeof withdraw>({ ...wish, amount: 2000 })]
    await expect(makeAttempt(memberId, withdraw, first)).rejects.toThrow(AnswerLost)
    reply = done
    await makeAttempt(memberId, withdraw, second)
    expect(await keptAttempt(memberId, withdraw)).toMatchObject(first)
    reply = refuse('balance_insufficient')
    await expect(makeAttempt(memberId, withdraw, second)).rejects.toThrow(ApiError)
    expect(await keptAttempt(memberId, withdraw)).toMatchObject(first)
    expect(await askAttempt(memberId, withdraw, first)).toMatchObject({ is: 'refused' })
    expect(await keptAttempt(memberId, withdraw)).toBeUndefined()
  })

  test.each(door)(
    'that was sent already is not judged by what turns a repetition away at the door: %s',
    async (code) => {
      reply = refuse(code)
      const attempt = newAttempt<typeof exchange>({ from: 'income', to: 'recharge', amount: 500 })
      await expect(makeAttempt(memberId, exchange, attempt), 'the first time it is an answer').rejects.toThrow(ApiError)
      reply = lost
      await expect(makeAttempt(memberId, exchange, attempt)).rejects.toThrow(AnswerLost)
      const kept = (await keptAttempt(memberId, exchange))!
      reply = refuse(code)
      expect(await askAttempt(memberId, exchange, kept)).toEqual({ is: 'unknown' })
      await expect(makeAttempt(memberId, exchange, kept)).rejects.toThrow(AnswerLost)
      expect(await keptAttempt(memberId, exchange)).toMatchObject(attempt)
      reply = done
      expect(await askAttempt(memberId, exchange, kept)).toEqual({ is: 'done', answer: { id: 'done' } })
      expect(new Set(asked.map((it) => it.key)).size).toBe(1)
    },
  )
})

describe('a screen', () => {
  const screen = () => {
    const attempting = createAttempting(memberId, withdraw)
    attempting.recall()
    return attempting
  }

  test('that is left and come back to finds the unknown one, and sends nothing else before it is known', async () => {
    reply = lost
    const before = screen()
    await before.run(wish, proved)
    expect(before.standing().unknown).toMatchObject({ args: wish })
    const after = screen()
    await expect.poll(() => after.standing().unknown).toMatchObject({ args: wish })
    await after.run(wish, proved)
    expect(asked).toHaveLength(1)
    reply = done
    await after.check()
    expect(after.standing()).toMatchObject({ unknown: undefined, answer: { id: 'done' }, isBusy: false })
    expect(asked[1]).toEqual({ ...asked[0], password: undefined })
  })

  test('is free again once it is known, however often it is come back to', async () => {
    reply = lost
    await screen().run(wish, proved)
    reply = done
    const checked = screen()
    await expect.poll(() => checked.standing().unknown).toBeDefined()
    await checked.check()
    const after = screen()
    await expect.poll(() => after.standing().isReady).toBe(true)
    expect(after.standing()).toMatchObject({ unknown: undefined, answer: undefined })
  })

  test('takes up what the store says late, while something else was being asked', async () => {
    reply = lost
    await screen().run({ ...wish, amount: 7000 }, proved)
    const attempting = createAttempting(memberId, withdraw)
    const givenUp = later<undefined>()
    const running = attempting.run(wish, () => givenUp.promise)
    attempting.recall()
    // Read after it, so known after it.
    await keptAttempt(memberId, withdraw)
    expect(attempting.standing()).toMatchObject({ isBusy: true, unknown: undefined })
    givenUp.resolve(undefined)
    await running
    await expect.poll(() => attempting.standing().unknown).toMatchObject({ args: { amount: 7000 } })
  })

  test('says that it did not arrive where the server wants the digits, and asks under the same key for the same wish', async () => {
    reply = lost
    const attempting = screen()
    await attempting.run(wish, proved)
    reply = refuse('transaction_password_needed')
    await attempting.check()
    expect(attempting.standing(), 'too early to tell').toMatchObject({ rejection: undefined, unknown: { args: wish } })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + settledMs)
    await attempting.check()
    vi.restoreAllMocks()
    expect(attempting.standing()).toMatchObject({ rejection: 'notArrived', unknown: undefined })
    reply = done
    await attempting.run(wish, proved)
    expect(new Set(asked.map((it) => it.key)).size).toBe(1)
  })

  test('repeats a part repayment exactly as it was sent, though less is left to repay by now', async () => {
    const isOfBill = (bill: string) => createAttempting(memberId, repayCardBill, (it) => it.billId === bill)
    const [attempting, ofAnother] = [isOfBill(id(11)), isOfBill(id(12))]
    const part = { billId: id(11), wallet: 'recharge', amount: 1000, expectedLeft: 3000 } as const
    reply = lost
    await attempting.run(part, proved)
    await attempting.run({ ...part, expectedLeft: 2000 }, proved)
    expect(asked).toHaveLength(1)
    ofAnother.recall()
    await expect.poll(() => ofAnother.standing().isReady).toBe(true)
    expect(ofAnother.standing().unknown).toBeUndefined()
    reply = done
    await attempting.check()
    expect(asked[1]).toEqual({ args: part, key: asked[0]!.key, password: undefined })
  })
})

describe('a payment', () => {
  const payment = (draft: number, key: number) =>
    ({ draftId: id(draft), wallet: 'recharge', expectedPayment: 100, key: id(key) }) as const

  test('whose answer got lost is kept beside that of another draft, and settled with its own', async () => {
    reply = lost
    for (const it of [payment(11, 13), payment(12, 14)]) await expect(pay(memberId, it)).rejects.toThrow(AnswerLost)
    expect(await keptPayment(memberId, id(12))).toMatchObject(payment(12, 14))
    await settleAttempt(memberId, id(11), false)
    expect(await keptPayment(memberId, id(11))).toBeUndefined()
    expect(await keptPayment(memberId)).toMatchObject(payment(12, 14))
  })

  test.each(door)('of a draft that is owed an answer is not refused by %s', async (code) => {
    reply = refuse(code)
    await expect(pay(memberId, payment(11, 13))).rejects.toThrow(ApiError)
    reply = lost
    await expect(pay(memberId, payment(11, 13))).rejects.toThrow(AnswerLost)
    reply = refuse(code)
    await expect(pay(memberId, payment(11, 13))).rejects.toThrow(AnswerLost)
    expect(await keptPayment(memberId, id(11))).toMatchObject(payment(11, 13))
    reply = refuse('order_not_payable')
    await expect(pay(memberId, payment(11, 13))).rejects.toThrow(ApiError)
    expect(await keptAttempt(memberId, prepay)).toBeUndefined()
  })
})
