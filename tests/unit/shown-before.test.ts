import { beforeEach, expect, test, vi } from 'vitest'
import { boxBuy, lotteryOpen } from '#protocol/games.ts'
import { signedInId } from '#src/cache/cache.ts'
import { keepSent, keepShown, sentFor, shownHashOf } from '#src/features/games/shown-before.ts'
import { forgetAnswersOf } from '#src/outbox/sign-out.ts'
import { commandLike } from '#tests/support/command-like.ts'

await vi.hoisted(async () => {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})
vi.mock('#src/cache/cache.ts', async (original) => ({
  ...(await original<object>()),
  signedInId: vi.fn<() => string | undefined>(),
}))

let memberId = ''
let members = 0
beforeEach(() => {
  members += 1
  memberId = `00000000-0000-4000-8000-${String(members).padStart(12, '0')}`
  vi.mocked(signedInId).mockImplementation(() => memberId)
})

const args = { seedHash: 'a'.repeat(64), memberSeed: 'mine', odds: 'daily-box:3:1111', expectedPrice: 20 }
const played = (...draws: string[]) =>
  commandLike({
    id: draws[0]!,
    uid: memberId,
    call: boxBuy.path,
    delivery: 'foreground',
    state: 'applied',
    args: { boxId: 'daily-box', count: draws.length, ...args },
    reply: { errno: 0, message: '', data: { draws: draws.map((id) => ({ id })) } },
  })

test('what a draw was sent with is remembered, for each draw of a command, and once', async () => {
  const { seedHash, memberSeed, odds } = args
  const sent = { draws: ['one', 'two'], seedHash, memberSeed, odds }
  await keepSent([played('one', 'two'), { ...played('three'), call: lotteryOpen.path }])
  await keepSent([{ ...played('one', 'two'), args: { ...args, memberSeed: 'changed' } }])
  expect(await sentFor('one', [])).toEqual(sent)
  expect(await sentFor('two', [])).toEqual(sent)
  expect(await sentFor('three', [])).toMatchObject({ draws: ['three'] })
  expect(await sentFor('four', [])).toBeUndefined()
})

test('a command that was rejected, or of another call, is none', async () => {
  await keepSent([
    { ...played('one'), state: 'rejected' },
    { ...played('two'), call: 'game/sign' },
  ])
  expect(await sentFor('one', [])).toBeUndefined()
  expect(await sentFor('two', [])).toBeUndefined()
})

test('a command that was answered a moment ago is known before it is stored', async () => {
  expect(await sentFor('fresh', [played('fresh')])).toMatchObject({ memberSeed: 'mine' })
  expect(await sentFor('fresh', [])).toBeUndefined()
})

test('the oldest go first', async () => {
  await keepSent(Array.from({ length: 301 }, (_, n) => played(`draw ${n}`)))
  expect(await sentFor('draw 0', [])).toBeUndefined()
  expect(await sentFor('draw 1', [])).toBeDefined()
  for (let n = 0; n <= 60; n += 1) await keepShown({ round: `round ${n}`, seedHash: 'a' })
  expect(await shownHashOf('round 0')).toBeUndefined()
  expect(await shownHashOf('round 1')).toBe('a')
})

test('of a round the first hash counts', async () => {
  await keepShown({ round: '2026-W47', seedHash: 'first' })
  await keepShown({ round: '2026-W47', seedHash: 'swapped' })
  expect(await shownHashOf('2026-W47')).toBe('first')
  expect(await shownHashOf('2026-W48')).toBeUndefined()
})

test('signing out leaves nothing of it, and another member has none of it', async () => {
  await keepSent([played('one')])
  await keepShown({ round: '2026-W47', seedHash: 'first' })
  const own = memberId
  memberId = memberId.replace(/^0/, '1')
  expect(await sentFor('one', [])).toBeUndefined()
  memberId = own
  expect(await sentFor('one', [])).toBeDefined()
  await forgetAnswersOf(own)
  expect(await sentFor('one', [])).toBeUndefined()
  expect(await shownHashOf('2026-W47')).toBeUndefined()
})
