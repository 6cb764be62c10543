import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useRouterState } from '@tanstack/react-router'
import { countries } from '../../entities/countries.ts'
import { Banner } from '../../ui/banner.tsx'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { Screen } from '../../ui/screen.tsx'
import { LoginForm } from './login-form.tsx'
import { StartCountry } from './start-country.tsx'

export const Route = createFileRoute('/pages/auth/login')({ component: LoginScreen })

const linkClass = 'inline-flex min-h-11 items-center font-strong text-accent-ink underline'

function LoginScreen() {
  const ending = useRouterState({ select: ({ location }) => location.state.ending })
  return (
    <Screen width="form" lead={<Trans>Your machines, their revenue and your share of it.</Trans>}>
      {ending === 'accountDeleted' && (
        <Banner icon="user">
          <Trans>Your account was deleted and you're logged out. Nothing of it is stored on this device.</Trans>
        </Banner>
      )}
      {ending === 'expired' && (
        <Banner tone="warning" icon="user">
          <Trans>Your session has ended. Log in again to continue. What you saved on this device is still here.</Trans>
        </Banner>
      )}
      <StartCountry>
        <LoginForm />
        <nav className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3">
          <Link to="/pages/auth/register" className={linkClass}>
            <Trans>Create an account</Trans>
          </Link>
          <Link to="/pages/auth/changePassword" className={linkClass}>
            <Trans>Forgot the password?</Trans>
          </Link>
        </nav>
        <LocaleFields countries={useQuery(countries).data?.items ?? []} />
      </StartCountry>
    </Screen>
  )
}
