import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { DepositFacts } from '#src/features/wallet/deposit/deposit-row.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const deposit: TimeDeposit = {
  id: '01900000-0000-7000-8000-000000000001',
  termId: 'week',
  principal: 10_000,
  interest: 10,
  currency: 'USD',
  days: 7,
  rateBp: 520,
  paidFrom: 'recharge',
  openedAt: '2026-11-20T06:00:00.000Z',
  maturesAt: '2026-11-27T06:00:00.000Z',
  endedAt: null,
  state: 'running',
}

// It is paid at the end only, and not at all where the member ends it before.
test('interest looks like money received once it was', () => {
  const running = markupOf(<DepositFacts deposit={deposit} />)
  expect(running).toContain('Interest at the end')
  expect(running).toMatch(/class="[^"]*projected[^"]*">\+\$0\.10/)
  expect(running).not.toContain('text-positive')
  const matured = markupOf(<DepositFacts deposit={{ ...deposit, state: 'matured', endedAt: deposit.maturesAt }} />)
  expect(matured).not.toContain('at the end')
  expect(matured).toMatch(/class="[^"]*text-positive[^"]*">\+\$0\.10/)
})
