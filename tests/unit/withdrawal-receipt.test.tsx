import { i18n } from '@lingui/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Withdrawal } from '#protocol/wallet.ts'
import { useReceipt, type Receipt } from '#src/features/wallet/withdrawal/receipt.ts'
import { markupOf } from '#tests/support/markup.tsx'

vi.mock('#src/entities/demo-mark.ts', () => ({ useDemoMark: () => undefined }))
vi.mock('#src/entities/profile.ts', () => ({ useMemberZone: () => 'Asia/Jakarta' }))

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('document', { documentElement: { dir: 'ltr' } })
})
afterAll(() => vi.unstubAllGlobals())

const withdrawal: Withdrawal = {
  id: '10000000-0000-4000-8000-000000000001',
  state: 'arrived',
  amount: 10_000,
  fee: 100,
  discount: 0,
  tax: 50,
  arrives: 9850,
  currency: 'USD',
  cardId: '10000000-0000-4000-8000-000000000002',
  cardMasked: '•••• 1234',
  reason: null,
  steps: [{ state: 'requested', at: '2026-11-20T06:00:00.000Z' }],
}

function receiptFor(change: Partial<Withdrawal>): Receipt {
  const receipts: Receipt[] = []
  function Reader() {
    receipts.push(useReceipt()({ ...withdrawal, ...change }))
    return null
  }
  markupOf(<Reader />)
  return receipts[0]!
}
const rowsOf = ({ rows }: Receipt) => Object.fromEntries(rows.map(({ name, value }) => [name, value]))

test('the receipt of a withdrawal that arrived is headed by what arrived', () => {
  const receipt = receiptFor({})
  expect(receipt.amount).toBe('$98.50')
  expect(rowsOf(receipt)).toMatchObject({ 'Left your income wallet': '$100.00', Fee: '$1.00', Tax: '$0.50' })
})

test.each([{ cancelledAt: null }, { cancelledAt: '2026-11-20T06:05:00.000Z' }])(
  'that of one that came back says so of the whole amount, the fee too: %o',
  (change) => {
    const receipt = receiptFor({ state: 'returned', ...change })
    expect(receipt.amount).toBe('$100.00')
    expect(receipt.state).toBe(change.cancelledAt ? 'Cancelled by you' : 'Returned')
    const rows = rowsOf(receipt)
    expect(rows).toMatchObject({
      'Left your income wallet': '$100.00',
      'Returned to your income wallet': '$100.00',
      'Fee (returned)': '$1.00',
      'Tax (returned)': '$0.50',
    })
    expect(rows).not.toHaveProperty('Fee')
    expect(JSON.stringify(receipt)).not.toContain('98.50')
  },
)
