import { expect, test } from 'vitest'
import { receiptPdf } from '#src/features/wallet/withdrawal/receipt-pdf.ts'
import type { Receipt } from '#src/features/wallet/withdrawal/receipt.ts'

const receipt: Receipt = {
  language: 'en',
  isFromRight: false,
  title: 'Withdrawal receipt',
  amount: '$79.20',
  state: 'Arrived',
  rows: [
    { name: 'Fee', value: '$0.80' },
    { name: 'Card', value: '•••• 1234' },
  ],
  notes: ['Made on 2026-11-20 14:00:00', 'Demo: the money here is not real'],
  fileName: 'receipt',
}

test('a receipt is a PDF with the amount, every row, and what is drawn because no plain font has it', async () => {
  const drawn: string[] = []
  const file = await receiptPdf(receipt, (text) => {
    drawn.push(text)
    return { width: 4, height: 4, above: 3, scale: 4, grey: new Uint8Array(16) }
  })
  expect(file.type).toBe('application/pdf')
  expect((await file.text()).startsWith('%PDF-1.7')).toBe(true)
  expect(drawn).toEqual(['•••• 1234'])
})
