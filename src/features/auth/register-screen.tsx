import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { search, text } from '../../lib/search.ts'
import { countries } from '../../entities/countries.ts'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { Screen } from '../../ui/screen.tsx'
import { RegisterForm } from './register-form.tsx'
import { StartCountry } from './start-country.tsx'

export const Route = createFileRoute('/pages/auth/register')({
  validateSearch: search({ code: text(16) }),
  component: RegisterScreen,
})

const route = getRouteApi('/pages/auth/register')

function RegisterScreen() {
  const { code } = route.useSearch()
  return (
    <Screen width="form">
      <StartCountry>
        <RegisterForm invitedBy={code} />
        <p className="border-t border-line pt-3 text-ink-soft">
          <Trans>
            Already a member?{' '}
            <Link
              to="/pages/auth/login"
              replace
              className="inline-flex min-h-11 items-center font-strong text-accent-ink underline"
            >
              Log in
            </Link>
          </Trans>
        </p>
        <LocaleFields countries={useQuery(countries).data?.items ?? []} />
      </StartCountry>
    </Screen>
  )
}
