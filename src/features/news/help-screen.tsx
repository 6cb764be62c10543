import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isNotFound } from '../../api/is-not-found.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Banner } from '../../ui/banner.tsx'
import { BelowLoading } from '../../ui/below-loading.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Agreements } from './agreements.tsx'
import { Channels } from './channels.tsx'
import { HelpArticles } from './help-articles.tsx'
import { Hours } from './hours.tsx'
import { customer } from './queries.ts'

export const Route = createFileRoute('/pages/my/help')({ component: HelpScreen })

/** Customer service and its hours, the help articles, and the agreements that the member made. */
function HelpScreen() {
  const client = useQueryClient()
  const query = useQuery(customer)
  const isMember = useSignedIn() !== undefined
  return (
    <Screen>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        {query.data === undefined && isNotFound(query.error) ? (
          <EmptyState art="no-messages" title={<Trans>No support contact yet</Trans>}>
            <Trans>The operator hasn't given any contact details.</Trans>
          </EmptyState>
        ) : (
          <QueryStates query={query}>
            {({ name, note, hours, timeZone, channels }) => (
              <Section title={name}>
                {note !== null && <Banner tone="warning">{note}</Banner>}
                <Channels channels={channels} />
                <Hours hours={hours} timeZone={timeZone} />
              </Section>
            )}
          </QueryStates>
        )}
        <BelowLoading>
          <HelpArticles />
        </BelowLoading>
        {isMember && (
          <BelowLoading>
            <Agreements />
          </BelowLoading>
        )}
      </PullToRefresh>
    </Screen>
  )
}
