import { expect, test } from 'vitest'
import { claimEarnings } from '#protocol/rewards.ts'
import { earnReceive } from '#protocol/wallet.ts'
import { lastClaimed } from '#src/outbox/last-claim.ts'
import { openClaim } from '#src/outbox/open-claim.ts'
import { commandLike } from '#tests/support/command-like.ts'

const ofAll = commandLike({ id: 'all', call: claimEarnings.path, args: {} })
const inWallet = commandLike({ id: 'wallet', call: earnReceive.path, args: { before: '2026-11-20T00:00:00.000Z' } })
const ofUnit = commandLike({ id: 'unit', call: claimEarnings.path, args: { unitId: '7' } })
const checkIn = commandLike()

test.each([
  ['all income, on Home', ofAll],
  ['all income, in the wallet', inWallet],
])('a claim of %s is open for every screen until it is confirmed', (_, claim) => {
  for (const state of ['queued', 'inflight', 'unknown', 'rejected', 'quarantined'] as const) {
    expect(openClaim([{ ...claim, state }, checkIn])).toMatchObject({ id: claim.id })
    expect(openClaim([{ ...claim, state }], '7')).toMatchObject({ id: claim.id })
  }
  for (const state of ['applied', 'cancelled', 'lost'] as const)
    expect(openClaim([{ ...claim, state }])).toBeUndefined()
})

test("a unit's own claim is open for that unit alone", () => {
  expect(openClaim([ofUnit], '7')).toMatchObject({ id: 'unit' })
  expect(openClaim([ofUnit], '8')).toBeUndefined()
  expect(openClaim([ofUnit])).toBeUndefined()
})

test('the last confirmed claim is the newest of any screen', () => {
  const reply = (data: object) => ({ state: 'applied' as const, settledAt: 5, reply: { errno: 0, message: '', data } })
  const claimed = { amount: 300, currency: 'USD', units: 1, incomeBalance: 300 }
  const moved = { currency: 'USD', moved: 200, toTransfer: 0, transferred: 500, incomeBalance: 500 }
  const home = { ...ofAll, ...reply({ ...claimed, machines: 1, billId: '9' }) }
  const wallet = { ...inWallet, ...reply(moved) }
  expect(lastClaimed([home, wallet, checkIn])).toMatchObject({
    id: 'wallet',
    amount: 200,
    currency: 'USD',
    settledAt: 5,
  })
  expect(lastClaimed([wallet, home])).toMatchObject({ id: 'all', amount: 300, machines: 1, billId: '9' })
  expect(lastClaimed([{ ...wallet, reply: undefined }])).toBeUndefined()
  expect(lastClaimed([inWallet])).toBeUndefined()
})
