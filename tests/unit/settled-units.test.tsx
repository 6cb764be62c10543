import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { billDetail } from '#protocol/books.ts'
import type { Answer } from '#protocol/call.ts'
import type { Bill } from '#protocol/wallet.ts'
import { BillDetail } from '#src/features/wallet/bills/bill-detail.tsx'
import { BillRow } from '#src/features/wallet/bills/bill-row.tsx'
import { billOf } from '#src/features/wallet/queries.ts'
import { settledMarkupOf } from '#tests/support/markup.tsx'

type Detail = Answer<typeof billDetail>

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const bill: Bill = {
  id: 'x',
  wallet: 'pending',
  kind: 'income',
  at: '2026-11-21T00:00:01.000Z',
  amount: 150,
  currency: 'USD',
  balanceAfter: 150,
  subject: null,
  orderId: null,
  unitId: null,
  units: 2,
  machines: 'vehicle',
}
const [first, second] = ['1', '2'].map((it) => `00000000-0000-4000-8000-00000000000${it}`) as [string, string]
const settled = [
  { unitId: first, name: 'Kilat', deviceNumber: 'K-1', amount: 100 },
  { unitId: second, name: 'Melati', deviceNumber: 'M-7', amount: 50 },
]
const detail: Detail = { bill, postings: [], income: null, settled, claim: null, link: null }

async function shown(answer: Detail): Promise<string> {
  const client = new QueryClient()
  client.setQueryData(billOf(bill.id).queryKey, answer)
  return await settledMarkupOf(<BillDetail bill={answer.bill} />, { client })
}

test('a bill of several units says how many of what, in the list and in full', async () => {
  const row = (of: Bill) => settledMarkupOf(<BillRow bill={of} hasWallet={false} zone="UTC" />)
  expect(await row(bill)).toContain('>Vehicles: 2 units<')
  expect(await row({ ...bill, units: 1, machines: 'pile' })).toContain('>Charging piles: 1 unit<')
  expect(await shown(detail)).toContain('>Vehicles: 2 units<')
})

test('each of its units is a closed row with its machine and its amount', async () => {
  const markup = await shown(detail)
  const rows = [...markup.matchAll(/<button[^>]*aria-expanded="false".*?<\/button>/g)].map(([row]) => row)
  expect(rows).toHaveLength(2)
  for (const [at, { name, deviceNumber, amount }] of settled.entries())
    for (const part of [name, deviceNumber, `<data value="${amount}"`]) expect(rows[at]).toContain(part)
  expect(markup).not.toContain('Where the money came from')
})

test('an answer of an earlier build, which lacks them, says nothing of them', async () => {
  const { settled: _, ...older } = detail
  const markup = await shown(older)
  expect(markup).toContain('How it was booked')
  expect(markup).not.toContain('How it adds up')
})

test('what the named units are short of the bill is that of other units', async () => {
  expect(await shown(detail)).not.toContain('Other units')
  const markup = await shown({ ...detail, bill: { ...bill, amount: 180, units: 3 } })
  expect(markup).toContain('Other units')
  expect(markup).toContain('<data value="30"')
})
