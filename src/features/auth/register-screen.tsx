import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signedInId } from '../../cache/cache.ts'
import { search, text } from '../../lib/search.ts'
import { countries } from '../../entities/countries.ts'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { Screen } from '../../ui/screen.tsx'
import { toast } from '../../ui/toast.tsx'
import { saveInviteCode, savedInviteCode } from './invite-code.ts'
import { RegisterForm } from './register-form.tsx'
import { StartCountry } from './start-country.tsx'

export const Route = createFileRoute('/pages/auth/register')({
  validateSearch: search({ code: text(16) }),
  component: RegisterScreen,
})

const route = getRouteApi('/pages/auth/register')

function RegisterScreen() {
  const { code } = route.useSearch()
  useEffect(() => {
    if (code) saveInviteCode(code)
  }, [code])
  // As the page opened: whoever registers on it is signed in before the shell leads them on.
  const [isMember] = useState(() => signedInId() !== undefined)
  return isMember ? <ToHome /> : <Registration code={code} />
}

function Registration({ code }: { code: string | undefined }) {
  return (
    <Screen width="form">
      <StartCountry>
        <RegisterForm invitedBy={code ?? savedInviteCode()} />
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

/** A member has nothing to do here: most come by their own invitation link, or by one they have used. */
function ToHome() {
  const { t } = useLingui()
  const navigate = useNavigate()
  useEffect(() => {
    toast(t`You're logged in already`)
    // The start address leads to whichever page is the first now: restricted mode takes Home away.
    void navigate({ href: '/', replace: true })
  }, [t, navigate])
  return null
}
