import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Art } from '../../ui/art.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Checkout } from './checkout.tsx'
import { draftOf } from './queries.ts'

interface UnpaidDraftProps {
  draftId: string
  /** A payment of the draft was sent and never arrived. */
  wasTried: boolean
}

/** The payment step of an existing draft, so that a link to it works. The prices are current. */
export function UnpaidDraft({ draftId, wasTried }: UnpaidDraftProps) {
  const query = useQuery(draftOf(draftId))
  const isOver =
    isNotFound(query.error) || (query.error instanceof ApiError && query.error.errno === errors.order_not_payable.errno)
  if (isOver)
    return (
      <Screen width="form">
        <Expired />
      </Screen>
    )
  const draft = query.data
  if (!draft)
    return (
      <Screen width="form">
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {() => null}
        </QueryStates>
      </Screen>
    )
  return (
    <Checkout draft={draft} isSettling={query.isFetching} onStale={() => void query.refetch()}>
      {wasTried && (
        <Banner tone="warning" icon="info">
          <Trans>Your payment didn't reach the server. You weren't charged.</Trans>
        </Banner>
      )}
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="shrink-0 rounded-md bg-sunken p-2">
            <Art name={draft.art} product={draft.productName} picture={draft.picture} size="thumb" />
          </span>
          <p className="min-w-0 flex-1 basis-[6rem] font-strong">{draft.productName}</p>
          <Money isOpen value={draft.unitPrice} currency={draft.currency} />
        </div>
      </Card>
    </Checkout>
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
