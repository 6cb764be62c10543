import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { serverSettings } from './queries.ts'

/** The operator's name and facts of this server; absent until they were first read. */
export function ServerFacts() {
  const items = useQuery(serverSettings).data?.items
  if (!items) return null
  const of = (key: string) => items.find((it) => it.key === key)?.value
  const [name, zone] = [of('operatorName'), of('operatorZone')]
  return (
    <Section title={<Trans>This server</Trans>}>
      <Card>
        <Facts>
          {typeof name === 'string' && <Fact name={<Trans>Operator</Trans>}>{name}</Fact>}
          {typeof zone === 'string' && (
            <Fact name={<Trans>Time zone of its days</Trans>}>
              <bdi>{zone}</bdi>
            </Fact>
          )}
        </Facts>
      </Card>
    </Section>
  )
}
