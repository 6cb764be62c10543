import { useQuery } from '@tanstack/react-query'
import { use, type ReactNode } from 'react'
import { regionOf } from '#protocol/languages.ts'
import { countries } from '../../entities/countries.ts'
import { loginConfig } from '../../entities/login-config.ts'
import { LocaleContext } from '../../ui/locale-context.ts'

/**
 * Until somebody chooses a country on this device, the screens inside begin with that of the browser where the operator
 * works there, else with the server's default. Who registers is a member of the country that they see.
 */
export function StartCountry({ children }: { children: ReactNode }) {
  const locale = use(LocaleContext)
  const served = useQuery(countries).data?.items.map((it) => it.id.toUpperCase()) ?? []
  const standard = useQuery(loginConfig).data?.defaultCountry.toUpperCase() ?? ''
  const started = [...navigator.languages.map(regionOf), standard].find((it) => it !== undefined && served.includes(it))
  return (
    <LocaleContext value={{ ...locale, country: locale.chosenCountry ?? started ?? locale.country }}>
      {children}
    </LocaleContext>
  )
}
