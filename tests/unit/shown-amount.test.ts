import { expect, test } from 'vitest'
import { isUnreadable, shownAmount } from '#src/ui/shown-amount.ts'

test("the member's own typing stays while it means the value, and while it means nothing yet", () => {
  expect(shownAmount(5000, '50', 'USD', 'en')).toBe('50')
  expect(shownAmount(1250, '12,5', 'USD', 'id')).toBe('12,5')
  expect(shownAmount(undefined, '5x', 'USD', 'en')).toBe('5x')
})

test('a value from outside takes its place, also none: what was withdrawn does not stand in the emptied form', () => {
  expect(shownAmount(7000, '50', 'USD', 'en')).toBe('70.00')
  expect(shownAmount(undefined, '50', 'USD', 'en')).toBe('')
})

test('what is typed and no amount is told from an empty field, and from an amount', () => {
  expect(isUnreadable(undefined, '1٬5')).toBe(true)
  expect([isUnreadable(undefined, ' '), isUnreadable(0, '0'), isUnreadable(1250, '12,5')]).toEqual([
    false,
    false,
    false,
  ])
})
