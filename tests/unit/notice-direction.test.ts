import { expect, test } from 'vitest'
import { ar } from '#server/notices/texts/ar.ts'

test('what the operator wrote keeps its own direction, full stop and all, in a line that runs the other way', () => {
  const words = 'The bank does not know this card.'
  expect(ar.withdrawal_returned({ amount: 5000, currency: 'USD', reason: words }).line).toContain(
    `\u2068${words}\u2069`,
  )
  expect(ar.contract_returned({ remark: words }).line).toContain(`\u2068${words}\u2069`)
})
