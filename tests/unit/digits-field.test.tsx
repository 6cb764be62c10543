import type { ChangeEvent } from 'react'
import { expect, test } from 'vitest'
import { DigitsField } from '#src/ui/text-field.tsx'

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['1234567', '123456'],
  ['١٢٣ ٤٥٦', '123456'],
])('a code pasted as %s is %s', (pasted, code) => {
  const target = { value: pasted }
  const field = DigitsField({ label: 'Code', mostDigits: 6 })
  field.props.onChange({ target } as ChangeEvent<HTMLInputElement>)
  expect(target.value).toBe(code)
  expect(field.props, 'the browser would cut off what is pasted').not.toHaveProperty('maxLength')
})
