import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { beforeAll, expect, test } from 'vitest'
import { PhoneInput } from '#src/features/auth/phone-input.tsx'
import { countries } from '#src/entities/countries.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

function Form({ phone, isOfMember = false }: { phone: string; isOfMember?: boolean }) {
  const { control } = useForm({ defaultValues: { phone } })
  return <PhoneInput control={control} name="phone" isOfMember={isOfMember} />
}

function shown(served: Record<string, string> | undefined, phone = '', isOfMember = false) {
  const client = new QueryClient()
  const items = Object.entries(served ?? {}).map(([id, dialCode]) => {
    return { id, name: id, alias: id, dialCode, currency: 'USD', timeZone: 'UTC' }
  })
  if (served) client.setQueryData(countries.queryKey, { items })
  const markup = markupOf(<Form phone={phone} isOfMember={isOfMember} />, { client })
  return { options: [...markup.matchAll(/<option[^>]*>([^<]*)/g)].map((it) => it[1] ?? ''), markup }
}

test("the calling codes on offer are those of the server's countries, also of one that the app doesn't know", () => {
  expect(shown({ id: '+62', la: '+856' }).options).toEqual(['Indonesia +62', 'Laos +856'])
  const laotian = shown({ id: '+62', la: '+856' }, '+8562012345678')
  expect(laotian.markup).toContain('value="2012345678"')
  expect(laotian.markup).toContain('>+856')
})

test('who logs in may be from a country that is served no more', () => {
  const { options } = shown({ id: '+62', la: '+856' }, '', true)
  expect(options.slice(0, 3)).toEqual(['Indonesia +62', 'Laos +856', 'Malaysia +60'])
  expect(options.filter((it) => it === 'Indonesia +62')).toHaveLength(1)
})

test('until they are known, or where there are none, many are offered', () => {
  expect(shown(undefined).options).toContain('Germany +49')
  expect(shown({}).options).toContain('Germany +49')
})
