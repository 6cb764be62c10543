import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Segments } from '../../ui/choice.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { OldPasswordForm } from './old-password-form.tsx'
import { ResetForm } from './reset-form.tsx'
import { StartCountry } from './start-country.tsx'
import { changePasswordSearch } from './search.ts'

export const Route = createFileRoute('/pages/auth/changePassword')({
  validateSearch: changePasswordSearch,
  component: ChangePasswordScreen,
})

// In a chunk of its own, because logging in must not wait for the field of six digits and its code.
const TransactionPassword = lazy(() => import('./transaction-password.tsx').then((it) => it.TransactionPassword))

const route = getRouteApi('/pages/auth/changePassword')

function ChangePasswordScreen() {
  const { of, by } = route.useSearch()
  const memberId = useSignedIn()
  return of === 'transaction' && memberId !== undefined ? (
    <Screen width="form" title={<Trans>Transaction password</Trans>}>
      <Suspense fallback={<DetailSkeleton />}>
        <TransactionPassword first={by ?? 'old'} />
      </Suspense>
    </Screen>
  ) : (
    <LoginPassword isMember={memberId !== undefined} />
  )
}

function LoginPassword({ isMember }: { isMember: boolean }) {
  const { t } = useLingui()
  const [way, setWay] = useState<'password' | 'code'>('password')
  return (
    <Screen width="form">
      {isMember && (
        <Segments
          label={t`How to confirm it's you`}
          value={way}
          onChange={setWay}
          options={[
            { value: 'password', text: t`Old password` },
            { value: 'code', text: t`Code by text message` },
          ]}
        />
      )}
      {isMember && way === 'password' ? (
        <OldPasswordForm />
      ) : (
        <StartCountry>
          <ResetForm />
        </StartCountry>
      )}
    </Screen>
  )
}
