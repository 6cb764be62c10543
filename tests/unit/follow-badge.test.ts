import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noticeReadAll, type Message } from '#protocol/messages.ts'
import { member, queryClient } from '#src/cache/cache.ts'
import { commands } from '#src/outbox/current-commands.ts'
import { followBadge } from '#src/shell/follow-badge.ts'
import { commandLike } from '#tests/support/command-like.ts'

const at = '2026-11-20T00:00:00.000Z'
const newest: Message = { id: 'n1', title: '', line: '', route: null, at, readAt: null }
const answer = (unread: number) =>
  void queryClient.setQueryData(['mallNotice/noticeList', { limit: 1 }], { items: [newest], unread })
const badge: (number | undefined)[] = []
const shown = { open: 2 }

followBadge()

beforeEach(() => {
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void badge.push(count),
    clearAppBadge: async () => void badge.push(undefined),
    serviceWorker: {
      getRegistration: async () => ({
        getNotifications: async () => [1, 2].map(() => ({ close: () => void shown.open-- })),
      }),
    },
  })
  member.signIn('m1')
  answer(3)
  badge.length = 0
  shown.open = 2
})
afterEach(() => {
  commands.set([])
  queryClient.clear()
  member.signOut()
  vi.unstubAllGlobals()
})

test('the icon has the number of unread messages that the app shows', () => {
  answer(2)
  expect(badge).toEqual([2])
  commands.set([commandLike({ call: noticeReadAll.path, args: { before: at } })])
  expect(badge, 'read here, and not sent yet').toEqual([2, undefined])
})

test('an answer that says the same takes back what a push has set since', () => {
  answer(0)
  answer(0)
  expect(badge).toEqual([undefined, undefined])
})

test('other commands leave it as it is', () => {
  answer(3)
  commands.set([commandLike()])
  expect(badge).toEqual([3])
})

test('signing out clears it and closes what is shown', async () => {
  member.signOut()
  expect(badge).toEqual([undefined])
  await vi.waitFor(() => expect(shown.open).toBe(0))
  answer(3)
  expect(badge).toEqual([undefined])
})

test('browsers without badges or notifications show none', () => {
  vi.stubGlobal('navigator', {})
  answer(1)
  member.signOut()
  expect(badge).toEqual([])
  expect(shown.open).toBe(2)
})
