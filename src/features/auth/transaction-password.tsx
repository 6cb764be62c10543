import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segments } from '../../ui/choice.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { profile } from '../../entities/profile.ts'
import { TransactionPasswordForm } from './transaction-password-form.tsx'

/** The six digits for payments and withdrawals: set for the first time, changed by the old ones, or reset by a code. */
export function TransactionPassword({ first }: { first: 'old' | 'code' }) {
  const query = useQuery(profile)
  return (
    <>
      <p className="text-ink-soft">
        <Trans>
          It confirms payments, withdrawals and changes to your cards. It's different from your login password. Nobody
          at Voltfolio ever asks for it.
        </Trans>
      </p>
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {({ userInfo }) =>
          userInfo.hasTransactionPassword ? (
            <Another first={first} />
          ) : (
            <TransactionPasswordForm way={userInfo.needsCode === true ? 'loginAndCode' : 'login'} />
          )
        }
      </QueryStates>
    </>
  )
}

function Another({ first }: { first: 'old' | 'code' }) {
  const { t } = useLingui()
  const [by, setBy] = useState(first)
  return (
    <>
      <Segments
        label={t`How to confirm it's you`}
        value={by}
        onChange={setBy}
        options={[
          { value: 'old', text: t`Old password` },
          { value: 'code', text: t`Code by text message` },
        ]}
      />
      <TransactionPasswordForm key={by} way={by} />
    </>
  )
}
