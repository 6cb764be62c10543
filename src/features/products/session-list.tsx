import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ShowEarlier } from '../../entities/show-earlier.tsx'
import { sessionsOf } from './queries.ts'
import { FractionsNote } from './fractions-note.tsx'
import { SessionCharge } from './session-charge.tsx'
import { SessionRow } from './session-row.tsx'

type Session = UnitDetail['sessions'][number]

const shownAtOnce = 5

/** The last trips or charging sessions of the machine; a button shows all of them. */
export function SessionList({ unitId, first }: { unitId: string; first: readonly Session[] }) {
  const [isAll, setAll] = useState(false)
  if (first.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>Nothing yet since you bought it. When the machine is resting, broken or unused, it earns nothing.</Trans>
      </p>
    )
  if (isAll) return <AllSessions unitId={unitId} />
  return (
    <>
      <Rows sessions={first.slice(0, shownAtOnce)} />
      {first.length > shownAtOnce && (
        <div>
          <Button look="plain" size="small" icon="chevron-down" onClick={() => setAll(true)}>
            <Trans>Show earlier ones</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function AllSessions({ unitId }: { unitId: string }) {
  const query = useInfiniteQuery(sessionsOf(unitId))
  return (
    <QueryStates query={query}>
      {({ pages }) => (
        <>
          <Rows sessions={pages.flatMap((it) => it.items)} />
          <ShowEarlier query={query} />
        </>
      )}
    </QueryStates>
  )
}

function Rows({ sessions }: { sessions: readonly Session[] }) {
  return (
    <>
      <List>
        {sessions.map((it) => (
          <li key={it.id}>
            <SessionRow session={it} />
            <SessionCharge session={it} />
          </li>
        ))}
      </List>
      <FractionsNote />
    </>
  )
}
