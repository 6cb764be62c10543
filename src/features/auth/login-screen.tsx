import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { countries } from '../../entities/countries.ts'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { Screen } from '../../ui/screen.tsx'
import { LoginForm } from './login-form.tsx'

export const Route = createFileRoute('/pages/auth/login')({ component: LoginScreen })

const linkClass = 'inline-flex min-h-11 items-center font-strong text-accent-ink underline'

function LoginScreen() {
  return (
    <Screen width="form" lead={<Trans>Your machines, what they took in, and your part of it.</Trans>}>
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
    </Screen>
  )
}
