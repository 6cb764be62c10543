import { i18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { Message } from '#protocol/messages.ts'
import type { Withdrawal } from '#protocol/wallet.ts'
import { member, queryClient } from '#src/cache/cache.ts'
import { profile } from '#src/entities/profile.ts'
import { MessagePanel } from '#src/features/messages/message-panel.tsx'
import { IncomeSource } from '#src/features/wallet/bills/income-source.tsx'
import { WithdrawalRow } from '#src/features/wallet/withdrawal/withdrawal-row.tsx'
import { WithdrawalWay } from '#src/features/wallet/withdrawal/withdrawal-way.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const id = '00000000-0000-4000-8000-000000000001'
/** Two minutes to midnight in UTC, and a day later on Kiritimati, 14 hours ahead. */
const at = '2026-11-20T23:58:00.000Z'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  member.signIn(id)
  queryClient.setQueryData(profile.queryKey, { userInfo: { timeZone: 'Pacific/Kiritimati' } } as never)
})

const drawn = (it: ReactNode) => markupOf(it, { client: queryClient })

const source = {
  unitId: id,
  machineId: id,
  productId: id,
  kind: 'vehicle' as const,
  name: 'Melati',
  deviceNumber: 'V-1',
  since: '2026-11-20T12:00:00.000Z',
  until: at,
  sessions: 0,
  revenue: 0,
  share: 0,
  memberShareBp: 7000,
  unitsTotal: 10,
  sharedTotal: 0,
  paidBefore: 0,
  runs: [],
}
const message = { id, at, title: 'Income settled', line: 'It brought something.', route: null } as Message
const withdrawal = {
  id,
  amount: 5000,
  currency: 'USD',
  cardMasked: '**** 1111',
  state: 'requested',
  steps: [{ state: 'requested', at }],
} as Withdrawal

test.each([
  ['the source of an income', () => <IncomeSource source={source} currency="USD" paid={0} />],
  ['a message in full', () => <MessagePanel message={message} />],
  [
    'a withdrawal in the list',
    () => <WithdrawalRow withdrawal={withdrawal} pane={{ isChosen: false, onChoose() {} }} />,
  ],
  ['the steps of a withdrawal', () => <WithdrawalWay withdrawal={withdrawal} />],
])('%s has the day and time of the member, as the list has, not of the device', (_, part) => {
  expect(drawn(part())).toMatch(/Nov 21, 1:58\sPM/)
})
