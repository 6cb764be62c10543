import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { appVersion, appVersionCode } from '#protocol/headers.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { newestVersion, otherBuild } from './queries.ts'
import { UpdateAction } from './update-action.tsx'
import { newnessOf, UpdateState } from './update-state.tsx'
import { useHasWorker } from './use-has-worker.ts'

export const Route = createFileRoute('/pages/my/update')({ component: UpdateScreen })

function UpdateScreen() {
  const query = useQuery(newestVersion)
  const hasWorker = useHasWorker()
  const other = useQuery(otherBuild)
  const newness = newnessOf(query.data?.version, other)
  const action = (
    <UpdateAction isNewer={newness === 'newer'} hasWorker={hasWorker} onLooked={() => void other.refetch()} />
  )
  return (
    <Screen bottom={action}>
      <UpdateState newness={newness} hasWorker={hasWorker} />
      <Card>
        <Facts>
          <Fact name={<Trans>This device</Trans>}>
            {appVersion} ({appVersionCode})
          </Fact>
          <Fact name={<Trans>Build</Trans>}>
            <bdi>{__BUILD_ID__.slice(0, 12)}</bdi>
          </Fact>
          {query.data && (
            <Fact name={<Trans>On the server</Trans>}>
              {query.data.version} ({query.data.versionCode})
            </Fact>
          )}
        </Facts>
      </Card>
      <Section title={<Trans>What's new</Trans>}>
        <QueryStates
          query={query}
          isEmpty={({ notes }) => notes.length === 0}
          empty={
            <p className="text-ink-soft">
              <Trans>There are no release notes for this version.</Trans>
            </p>
          }
        >
          {({ notes }) => (
            <Card>
              <ul className="flex list-disc flex-col gap-2 ps-5 text-pretty">
                {notes.map((it) => (
                  <li key={it}>{it}</li>
                ))}
              </ul>
            </Card>
          )}
        </QueryStates>
      </Section>
    </Screen>
  )
}
