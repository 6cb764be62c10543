import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Checkout } from './checkout.tsx'
import { DraftProduct } from './draft-product.tsx'
import { draftOf } from './queries.ts'

interface UnpaidDraftProps {
  draftId: string
  /** A payment of the draft was sent and never arrived. */
  wasTried: boolean
}

/** The payment step of an existing draft, so that a link to it works. The prices are current. */
export function UnpaidDraft({ draftId, wasTried }: UnpaidDraftProps) {
  const query = useQuery(draftOf(draftId))
  const [bottom, setBottom] = useState<HTMLElement | null>(null)
  const isOver =
    isNotFound(query.error) || (query.error instanceof ApiError && query.error.errno === errors.order_not_payable.errno)
  const draft = isOver ? undefined : query.data
  return (
    <Screen width="form" bottom={draft && <div ref={setBottom} />}>
      {isOver && <Expired />}
      {!isOver && !draft && (
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {() => null}
        </QueryStates>
      )}
      {draft && (
        <>
          {wasTried && (
            <Banner tone="warning" icon="info">
              <Trans>Your payment didn't reach the server. You weren't charged.</Trans>
            </Banner>
          )}
          <DraftProduct draft={draft} />
          <Checkout draft={draft} bottom={bottom} isSettling={query.isFetching} onStale={() => void query.refetch()} />
        </>
      )}
    </Screen>
  )
}

function Expired() {
  return (
    <EmptyState
      art="no-orders"
      title={<Trans>This order has expired</Trans>}
      action={
        <FeatureLink to="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
          <Trans>See all offers</Trans>
        </FeatureLink>
      }
    >
      <Trans>It wasn't paid in time, and you weren't charged. Start again from the machine's page.</Trans>
    </EmptyState>
  )
}
