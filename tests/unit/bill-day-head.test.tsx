import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Bill } from '#protocol/wallet.ts'
import type { Gap } from '#src/cache/persistent/list-state.ts'
import type { SyncedList } from '#src/cache/persistent/synced-list.ts'
import { BillDayHead } from '#src/features/wallet/bills/day-head.tsx'
import { totalsOfMonth } from '#src/features/wallet/queries.ts'
import { markupOf } from '#tests/support/markup.tsx'

const at = Date.parse('2026-11-21T12:00:00.000Z')
const day = '2026-11-20'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const bill = (id: string, amount: number, when: string): Bill => ({
  id,
  wallet: 'income',
  kind: 'income_claim',
  at: when,
  amount,
  currency: 'USD',
  subject: null,
  orderId: null,
  unitId: null,
})
const ofTheDay = [bill('b', 200, '2026-11-20T10:00:00.000Z'), bill('c', 300, '2026-11-20T09:00:00.000Z')]
const before = bill('d', 7, '2026-11-19T09:00:00.000Z')

function listOf(items: readonly Bill[], gaps: readonly Gap[] = []): SyncedList<Bill> {
  const newest = { id: items[0]!.id, at: items[0]!.at }
  const isComplete = gaps.every((it) => it.isReview)
  return { items, isComplete, state: { gaps, newest, at, reviewedAt: at, top: {} } }
}

/** What the head of the day says as its total, where the server's was fetched so much after the list. */
function total(list: SyncedList<Bill>, laterMs: number): string | undefined {
  const client = new QueryClient()
  const items = [{ day, wallet: 'income', kind: 'income_claim', amount: 999, currency: 'USD' }] as const
  client.setQueryData(totalsOfMonth('2026-11').queryKey, { items: [...items] }, { updatedAt: at + laterMs })
  const markup = markupOf(
    <BillDayHead day={day} today="2026-11-21" of={{ wallet: undefined, type: undefined }} list={list} zone="UTC" />,
    { client },
  )
  return /<data value="(\d+)"/.exec(markup)?.[1]
}

test('a day of which every movement is here comes to their sum, however old the total of the server is', () => {
  expect(total(listOf(ofTheDay), -60_000)).toBe('500')
  expect(total(listOf(ofTheDay), 60_000)).toBe('500')
  const below: Gap = { after: 'cursor', until: null }
  expect(total(listOf([...ofTheDay, before], [below]), -60_000)).toBe('500')
  const review: Gap = { after: 'cursor', until: null, isReview: true }
  expect(total(listOf(ofTheDay, [review]), -60_000)).toBe('500')
})

test('a day that may lack movements has the total of the server, unless that is older than the list', () => {
  const below: Gap = { after: 'cursor', until: null }
  expect(total(listOf(ofTheDay, [below]), 0)).toBe('999')
  expect(total(listOf(ofTheDay, [below]), -1)).toBeUndefined()
  const above: Gap = { after: 'cursor', until: { id: 'c', at: ofTheDay[1]!.at } }
  expect(total(listOf([...ofTheDay, before], [above]), 0)).toBe('999')
  expect(total(listOf([...ofTheDay, before], [above]), -1)).toBeUndefined()
})
