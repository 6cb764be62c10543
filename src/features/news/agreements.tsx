import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Agreement } from '#protocol/news.ts'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { agreements } from './queries.ts'
import { useWhen } from '../../entities/use-when.ts'

/** What the member agreed to: when, for which purpose, and a link to the text in that revision. */
export function Agreements() {
  const query = useQuery(agreements)
  return (
    <Section title={<Trans>What you agreed to</Trans>}>
      <QueryStates
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState art="no-contracts" title={<Trans>Nothing agreed to yet</Trans>}>
            <Trans>When you agree to a text, you'll find it here with its version and the time.</Trans>
          </EmptyState>
        }
      >
        {({ items }) => (
          <List>
            {items.map((it) => (
              <li key={it.id}>
                <AgreementLink agreement={it} />
              </li>
            ))}
          </List>
        )}
      </QueryStates>
    </Section>
  )
}

function AgreementLink({ agreement }: { agreement: Agreement }) {
  const when = useWhen()
  const { articleId, title, language, revision, subject, agreedAt } = agreement
  return (
    <Link
      to="/subPages/news/detail"
      search={{ id: articleId, language, revision: String(revision) }}
      className={rowLinkClass}
    >
      <ListRow
        start="document"
        title={<span lang={language}>{title}</span>}
        detail={
          <>
            {subjects[subject]}
            {' · '}
            <Trans>Version {revision}</Trans>
          </>
        }
        endDetail={<time dateTime={agreedAt}>{when(agreedAt)}</time>}
        leads
      />
    </Link>
  )
}

const subjects = {
  registration: <Trans>When you registered</Trans>,
  card: <Trans>When you added a card</Trans>,
  contract: <Trans>When you signed the contract</Trans>,
}
