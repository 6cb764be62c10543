import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { use, type ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { StartCountry } from '#src/features/auth/start-country.tsx'
import { countries } from '#src/entities/countries.ts'
import { loginConfig } from '#src/entities/login-config.ts'
import { LocaleContext } from '#src/ui/locale-context.ts'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => vi.unstubAllGlobals())

const Country = () => use(LocaleContext).country

function shown(languages: string[], served: string[] | undefined, standard?: string, chosen?: string): string {
  vi.stubGlobal('navigator', { languages })
  const client = new QueryClient()
  const named = served?.map((id) => ({ id, name: id, alias: id, dialCode: '+1', currency: 'USD', timeZone: 'UTC' }))
  if (named) client.setQueryData(countries.queryKey, { items: named })
  if (standard) client.setQueryData(loginConfig.queryKey, { defaultCountry: standard } as never)
  const locale: ComponentProps<typeof LocaleContext>['value'] = {
    language: 'en',
    languages: ['en'],
    hasChosenLanguage: false,
    chosenCountry: chosen,
    country: chosen ?? 'ID',
    choose: () => Promise.resolve(),
  }
  const it = (
    <LocaleContext value={locale}>
      <StartCountry>
        <Country />
      </StartCountry>
    </LocaleContext>
  )
  return markupOf(it, { client })
}

test('who chose no country begins with that of the browser, where the operator works there', () => {
  expect(shown(['ms-MY'], ['id', 'my'])).toBe('MY')
  expect(shown(['en-GB', 'en', 'ms-MY'], ['id', 'my'])).toBe('MY')
  expect(shown(['ms-MY'], ['id', 'my'], 'id', 'TH')).toBe('TH')
  expect(shown(['en-US@posix', 'C', 'ms-MY'], ['id', 'my'])).toBe('MY')
})

test("else with the server's default, else as the app does", () => {
  expect(shown(['fr-FR', 'en'], ['id', 'vn'], 'vn')).toBe('VN')
  expect(shown(['fr-FR'], ['id', 'vn'], 'de')).toBe('ID')
  expect(shown(['ms-MY'], undefined)).toBe('ID')
  expect(shown([], ['my'])).toBe('ID')
})
