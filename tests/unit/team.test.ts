import { describe, expect, test } from 'vitest'
import type { InvitationReward } from '#protocol/team.ts'
import { rewardReceipt } from '#src/features/team/commands.ts'
import { sizesOf } from '#src/features/team/team-sizes.ts'
import { commandLike } from '#tests/support/command-like.ts'

test('a team is as large as it is today, and smaller by who joined after', () => {
  const joined = [2, 0, 3, 1].map((members, at) => ({ day: `2026-11-0${at + 1}`, members }))
  expect(sizesOf(joined, 10).map((it) => it.members)).toEqual([6, 6, 9, 10])
  expect(sizesOf([], 10)).toEqual([])
  // A server that counted who has left since knows better.
  const counted = joined.map((it, at) => ({ ...it, size: [8, 8, 11, 10][at] }))
  expect(sizesOf(counted, 10).map((it) => it.members)).toEqual([8, 8, 11, 10])
})

describe('the reward for an invitation', () => {
  const reward: InvitationReward = {
    id: '00000000-0000-4000-8000-000000000001',
    nameMasked: 'B***',
    signedUpAt: '2026-11-16T00:00:00.000Z',
    goldCoins: 300,
    receivedAt: null,
  }
  const sent = (state: 'queued' | 'inflight' | 'applied' | 'rejected' | 'cancelled', rewardId = reward.id) => [
    commandLike({ call: 'invitation/reward/confirm/receipt', args: { rewardId }, state }),
  ]

  test('stands as the server says until something was done here', () => {
    expect(rewardReceipt(reward, []).stands).toBe('due')
    expect(rewardReceipt({ ...reward, receivedAt: reward.signedUpAt }, []).stands).toBe('received')
    expect(rewardReceipt(reward, sent('queued', '00000000-0000-4000-8000-000000000002')).stands).toBe('due')
  })

  test('is on its way, confirmed before the list is read anew, or rejected', () => {
    const all = ['queued', 'inflight', 'applied', 'rejected', 'cancelled'] as const
    expect(all.map((it) => rewardReceipt(reward, sent(it)).stands)).toEqual([
      'sent',
      'sent',
      'received',
      'rejected',
      'due',
    ])
  })

  test('received on another device meanwhile, it counts as received, whatever became of the tap here', () => {
    expect(rewardReceipt({ ...reward, receivedAt: reward.signedUpAt }, sent('rejected')).stands).toBe('received')
  })
})
