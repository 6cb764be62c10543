import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { profile } from '../../entities/profile.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { BindForm } from './bind-form.tsx'

export const Route = createFileRoute('/pages/auth/bind')({ component: BindScreen })

/** Changes the phone of the account; afterwards the new phone signs in. */
function BindScreen() {
  const query = useQuery(profile)
  return (
    <Screen width="form">
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {({ userInfo }) => (
          <>
            <p className="text-ink-soft">
              <Trans>
                You log in with <bdi dir="ltr">{userInfo.phoneMasked}</bdi>. If you change it, we tell the old number
                and log out all other devices.
              </Trans>
            </p>
            <BindForm hasTransactionPassword={userInfo.hasTransactionPassword} />
          </>
        )}
      </QueryStates>
    </Screen>
  )
}
