import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { Withdrawal, withdrawInfo } from '#protocol/wallet.ts'
import { withdrawing, withdrawingWith } from '#src/features/wallet/queries.ts'
import { showWithdrawal } from '#src/features/wallet/withdrawal/show-withdrawal.ts'

const withdrawal = (id: string, ...states: Withdrawal['state'][]) =>
  ({ id, state: states.at(-1), steps: states.map((state) => ({ state, at: '' })) }) as unknown as Withdrawal

/** What the lists of the two reads show after the answer to a command, where they showed `recent` before. */
function shownAfter(answer: Withdrawal, recent: Withdrawal[]) {
  const client = new QueryClient()
  const info = { balance: 100, recent } as unknown as Answer<typeof withdrawInfo>
  const keys = [withdrawing.queryKey, withdrawingWith(answer.id).queryKey]
  for (const key of keys) client.setQueryData(key, info, { updatedAt: 1000 })
  showWithdrawal(client, answer)
  const [listed, asked] = keys.map((key) => client.getQueryData<typeof info>(key)?.recent)
  expect(asked).toEqual(listed)
  return { listed, client }
}

test('a withdrawal just made comes first, and one just cancelled takes its own place', () => {
  const [first, second] = [withdrawal('a', 'requested'), withdrawal('b', 'requested')]
  expect(shownAfter(first, [second]).listed).toEqual([first, second])
  const cancelled = withdrawal('b', 'requested', 'returned')
  expect(shownAfter(cancelled, [first, second]).listed).toEqual([first, cancelled])
})

test('one of long ago that was cancelled is no recent one', () => {
  const recent = [withdrawal('a', 'requested')]
  const cancelled = { ...withdrawal('old', 'requested', 'returned'), cancelledAt: '2026-11-27T00:00:00.000Z' }
  expect(shownAfter(cancelled, recent).listed).toEqual(recent)
})

test('an answer that was lost for a while undoes no later state', () => {
  const sent = withdrawal('a', 'requested', 'approved', 'sent')
  expect(shownAfter(withdrawal('a', 'requested'), [sent]).listed).toEqual([sent])
})

test('the balance beside it stays as old as it was, and out of date', () => {
  const { client } = shownAfter(withdrawal('a', 'requested'), [])
  expect(client.getQueryState(withdrawing.queryKey)).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: false })
  client.getQueryCache().find({ queryKey: withdrawing.queryKey })?.invalidate()
  showWithdrawal(client, withdrawal('b', 'requested'))
  expect(client.getQueryState(withdrawing.queryKey)).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true })
})

test('nothing is made up where no list is here', () => {
  const client = new QueryClient()
  showWithdrawal(client, withdrawal('a', 'requested'))
  expect(client.getQueryCache().getAll()).toEqual([])
})
