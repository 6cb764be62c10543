import { expect, test } from 'vitest'
import type { PushChoice } from '#protocol/settings.ts'
import { editedPushChoice } from '#src/features/settings/edited-push-choice.ts'
import type { Command } from '#src/outbox/command.ts'
import { commandLike } from '#tests/support/command-like.ts'

const said: PushChoice = {
  categories: { income: true, wallet: true, products: true, team: true, games: true, news: false },
  quiet: { isOn: false, from: '22:00', until: '07:00' },
  timeZone: 'Asia/Jakarta',
}
const quiet = { isOn: true, from: '23:00', until: '06:30' }

const choose = (seq: number, args: Command['args'], change: Partial<Command> = {}) =>
  commandLike({ id: `c${seq}`, seq, lane: 'profile', call: 'push/choose', args, ...change })

test('what was chosen here is shown before the server has it, the last word first', () => {
  const first = choose(1, { categories: { income: false, wallet: false } })
  const second = choose(2, { categories: { wallet: true }, quiet })
  const { choice, pending } = editedPushChoice(said, 1000, [second, first])
  expect(choice).toEqual({ ...said, categories: { ...said.categories, income: false }, quiet })
  expect(pending?.state).toBe('queued')
})

test('an answered choice counts until what the server says is younger', () => {
  const done = choose(1, { categories: { income: false } }, { state: 'applied', settledAt: 2000 })
  expect(editedPushChoice(said, 1000, [done])).toMatchObject({
    choice: { categories: { income: false } },
    pending: undefined,
  })
  expect(editedPushChoice(said, 3000, [done]).choice).toEqual(said)
})

test('a choice that was refused or taken back is not shown as made, and a refusal is told', () => {
  const refused = choose(
    1,
    { categories: { income: false } },
    { state: 'rejected', reply: { errno: 402, message: 'no' } },
  )
  const cancelled = choose(2, { categories: { wallet: false } }, { state: 'cancelled' })
  expect(editedPushChoice(said, 1000, [refused, cancelled])).toEqual({ choice: said, pending: refused })
})

test('an answer of an earlier build gets the categories it lacks, news off until asked for', () => {
  const earlier = { ...said, categories: { income: false, wallet: true, products: true } } as PushChoice
  expect(editedPushChoice(earlier, 1000, []).choice.categories).toEqual({ ...said.categories, income: false })
})

test('other commands mean nothing here', () => {
  expect(editedPushChoice(said, 1000, [commandLike({ call: 'game/sign', args: {} })])).toEqual({
    choice: said,
    pending: undefined,
  })
})
