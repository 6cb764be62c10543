import { ApiError } from '#src/api/api-error.ts'
import { Age } from '#src/ui/age.tsx'
import { BankCardState } from '#src/entities/bank-card-state.tsx'
import { BelowLoading } from '#src/ui/below-loading.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Failure } from '#src/ui/failure.tsx'
import { List, ListRow } from '#src/ui/list-row.tsx'
import { NothingFits } from '#src/ui/nothing-fits.tsx'
import { NothingFound } from '#src/ui/nothing-found.tsx'
import { PendingBadge, type PendingState } from '#src/entities/pending-badge.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { QueryStates, type QueryLike } from '#src/ui/query-states.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SectionStates } from '#src/ui/section-states.tsx'
import { CardsSkeleton, DetailSkeleton, ListSkeleton } from '#src/ui/skeletons.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { StateHead } from '#src/ui/state-head.tsx'
import { now } from './products.ts'
import { Shelf, Specimen } from './specimen.tsx'

const hour = 3_600_000
const pending: readonly PendingState[] = [
  'queued',
  'inflight',
  'retrying',
  'checking',
  'notSent',
  'awaitingSignIn',
  'applied',
  'rejected',
  'conflict',
  'quarantined',
  'needsUpdate',
  'cancelled',
  'notSaved',
]

const answered: QueryLike<string[]> = {
  data: ['Kilat DC 60', 'Melati night van'],
  error: null,
  dataUpdatedAt: now - hour,
  fetchStatus: 'idle',
  refetch: () => undefined,
}
const queries: Record<string, QueryLike<string[]>> = {
  'first load': { ...answered, data: undefined, fetchStatus: 'fetching' },
  filled: answered,
  empty: { ...answered, data: [] },
  'old, and could not be refreshed': { ...answered, error: new Error('no answer') },
  'old, and refused': {
    ...answered,
    error: new ApiError('rejected', 'Too many requests. Wait a moment.', { errno: 429, http: 429 }),
  },
  'stale, paused': { ...answered, fetchStatus: 'paused' },
  failed: { ...answered, data: undefined, error: new Error('no answer') },
}

export function States() {
  return (
    <Screen title="States" width="panes">
      <Shelf>
        {Object.entries(queries).map(([name, query]) => (
          <Specimen key={name} of={`List: ${name}`}>
            <QueryStates
              query={query}
              skeleton={<ListSkeleton rows={2} />}
              isEmpty={(data) => data.length === 0}
              empty={
                <EmptyState art="no-messages" title="No messages" action={<Button look="quiet">See the news</Button>}>
                  They come here.
                </EmptyState>
              }
            >
              {(data) => (
                <List>
                  {data.map((it) => (
                    <li key={it}>
                      <ListRow start="bolt" title={it} />
                    </li>
                  ))}
                </List>
              )}
            </QueryStates>
          </Specimen>
        ))}
        {Object.entries(queries).map(([name, query]) => (
          <Specimen key={name} of={`Section: ${name}`}>
            <SectionStates query={query}>{(data) => <p>{data.join(', ')}</p>}</SectionStates>
          </Specimen>
        ))}
        <Specimen of="Below something that loads: not shown yet">
          <ListSkeleton rows={1} />
          <BelowLoading>
            <List>
              <li>
                <ListRow start="bolt" title="Its place is not known yet" />
              </li>
            </List>
          </BelowLoading>
        </Specimen>
        <Specimen of="Pending badge">
          <div className="flex flex-wrap gap-2">
            {pending.map((it) => (
              <PendingBadge key={it} state={it} />
            ))}
          </div>
        </Specimen>
        <Specimen of="Bank card's status">
          <div className="flex flex-wrap gap-2">
            {(['active', 'unactive', 'empty', 'disabled'] as const).map((it) => (
              <BankCardState key={it} status={it} />
            ))}
          </div>
        </Specimen>
        <Specimen of="How something stands">
          <StateHead tone="positive" icon="check" title="Approved" text="The weekly pay can be claimed from now on." />
          <StateHead tone="warning" icon="clock" title="In review" text="Two working days at most.">
            <p className="mt-2">The reviewer wrote: the second page is missing.</p>
          </StateHead>
        </Specimen>
        <Specimen of="Age">
          <Age at={now - 60_000} />
          <Age at={now - 40 * hour} />
        </Specimen>
        <Specimen of="Nothing found">
          <NothingFound wanted="kilat" />
          <NothingFits onReset={() => {}} />
        </Specimen>
        <Specimen of="Failure">
          <Failure error={null} onRetry={() => undefined} isRetrying />
        </Specimen>
        <Specimen of="Skeletons">
          <ListSkeleton />
          <CardsSkeleton />
          <DetailSkeleton />
        </Specimen>
        <Specimen of="Progress bar, spinner">
          <ProgressBar value={0.4} label="Growth: 340 of 800" />
          <ProgressBar value={0} label="Growth: 0 of 800" />
          <ProgressBar value={2} label="Growth: 800 of 800" />
          <span className="text-accent-ink">
            <Spinner />
          </span>
        </Specimen>
      </Shelf>
    </Screen>
  )
}
