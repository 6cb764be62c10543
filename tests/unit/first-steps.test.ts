import { expect, test } from 'vitest'
import { isDismissed, stepsTaken } from '#src/features/home/first-steps.ts'
import { commandLike } from '#tests/support/command-like.ts'

type Known = Parameters<typeof stepsTaken>[0]

function known({ recharge = 0, income = 0, units = 0, hasTransactionPassword = false, cards = 0 } = {}): Known {
  return {
    profile: { userInfo: { hasTransactionPassword } },
    wallets: { recharge, income, timeDeposit: 0 },
    holdings: { units },
    cards: { items: Array.from({ length: cards }) },
  } as unknown as Known
}

const none = { money: false, machine: false, transactionPassword: false, card: false }

test('a step counts as taken by what the server says, each by itself', () => {
  expect(stepsTaken(known())).toEqual(none)
  expect(stepsTaken(known({ recharge: 50_000 }))).toEqual({ ...none, money: true })
  expect(stepsTaken(known({ hasTransactionPassword: true }))).toEqual({ ...none, transactionPassword: true })
  expect(stepsTaken(known({ cards: 1 }))).toEqual({ ...none, card: true })
})

test('who spent all their money on a machine had it', () => {
  expect(stepsTaken(known({ units: 1 }))).toEqual({ ...none, money: true, machine: true })
})

test('the list stays away once it was put away, here or elsewhere, and comes back where that was refused', () => {
  const { profile } = known()
  const hide = (state: 'queued' | 'applied' | 'rejected') =>
    commandLike({ call: 'user/update/info', args: { firstStepsDismissed: true }, state })
  expect(isDismissed(profile, [])).toBe(false)
  expect(isDismissed({ ...profile, userInfo: { ...profile.userInfo, firstStepsDismissed: true } }, [])).toBe(true)
  expect(isDismissed(profile, [hide('queued')])).toBe(true)
  expect(isDismissed(profile, [hide('applied')])).toBe(true)
  expect(isDismissed(profile, [hide('rejected')])).toBe(false)
  expect(
    isDismissed(profile, [commandLike({ call: 'user/update/info', args: { nickname: 'Sari' }, state: 'queued' })]),
  ).toBe(false)
})
