import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { balances } from '#src/entities/balances.ts'
import { PaysDebtFirst } from '#src/entities/pays-debt-first.tsx'
import { refundWallets } from '#src/features/products/cancel-dialog.tsx'
import { OwedLine } from '#src/features/wallet/overview/owed-line.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const wallets = { currency: 'USD', recharge: 0, income: 0, gold: 0, lucky: 0, deposits: 0, pending: 0 }

test('who owes is told what comes into that wallet pays first, and nobody else is', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const shown = (wallet: 'recharge' | 'income', owed?: { recharge: number; income: number }) => {
    const client = new QueryClient()
    client.setQueryData(balances.queryKey, { ...wallets, ...(owed && { owed }) } as never)
    return markupOf(<PaysDebtFirst wallet={wallet} />, { client }).replaceAll(/<[^>]+>/g, '')
  }
  const owed = { recharge: 1250, income: 0 }
  expect(shown('recharge', owed)).toBe('You owe $12.50 to your recharge wallet. What comes into it pays that first.')
  expect(shown('income', owed)).toBe('')
  // An answer of an earlier server.
  expect(shown('recharge')).toBe('')
})

test("before an order is cancelled only the wallet that paid counts; of an earlier server's answer either may", () => {
  const cancellation = { paid: 9000, earned: 250, refund: 8750 }
  expect(refundWallets({ ...cancellation, wallet: 'income' })).toEqual(['income'])
  expect(refundWallets(cancellation)).toEqual(['recharge', 'income'])
  expect(refundWallets({ paid: 0, earned: 0, refund: 0, wallet: 'recharge' })).toEqual([])
})

test('what is owed to the income wallet is paid by income that waits to be claimed, where some does', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const shown = (pendingIncome: number) => {
    const balances = { ...wallets, owed: { recharge: 0, income: 1260 }, pendingIncome } as never
    return markupOf(<OwedLine wallet="income" balances={balances} />).replaceAll(/<[^>]+>/g, '')
  }
  expect(shown(1350)).toContain('$13.50 is ready to claim. Once you claim it, it pays that first.')
  expect(shown(0)).toContain('What comes into it next, also by a claim, pays that first.')
})
