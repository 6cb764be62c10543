import { expect, test } from 'vitest'
import { ar } from '#server/notices/texts/ar.ts'

test('what the operator wrote keeps its own direction, full stop and all, in a line that runs the other way', () => {
  const words = 'The bank does not know this card.'
  expect(ar.withdrawal_returned({ amount: 5000, currency: 'USD', reason: words }).line).toContain(
    `\u2068${words}\u2069`,
  )
  expect(ar.contract_returned({ remark: words }).line).toContain(`\u2068${words}\u2069`)
})

test("a masked number stays in one piece, and a machine's name in front doesn't turn the line round", () => {
  const card = '•••• 1234'
  expect(ar.withdrawal_arrived({ amount: 5000, currency: 'USD', card }).line).toContain(`\u2068${card}\u2069`)
  const phone = '+62812****0001'
  expect(ar.phone_changed({ phone }).line).toContain(`\u2068${phone}\u2069`)
  expect(ar.machine_stopped({ product: 'Kilat 50' }).line).toMatch(/^\u2068Kilat 50\u2069 /)
})
