import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { PhoneField } from '#src/ui/phone-field.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const shown = (value: string) =>
  markupOf(<PhoneField label="Phone" defaultCountry="ID" value={value} onChange={() => {}} />)

test("a stored number of a country that isn't in the list is shown whole, with no other calling code before it", () => {
  const markup = shown('+819012345678')
  expect(markup).toContain('value="+819012345678"')
  expect(markup).not.toContain('+62')
})

test('any other number is shown behind its calling code', () => {
  const markup = shown('+6581234567')
  expect(markup).toContain('value="81234567"')
  expect(markup).toContain('>+65')
  expect(shown('')).toContain('>+62')
})
