import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { offlineStatus } from '../../cache/prefetch/offline-status.ts'
import { Age } from '../../ui/age.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { List, ListRow } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { groupsOf, sizeText, type GroupName } from './stored-groups.ts'
import { kept } from './queries.ts'

const icons: Record<GroupName, IconName> = {
  offers: 'mall',
  products: 'car',
  wallets: 'wallet',
  messages: 'bell',
  'check-in': 'calendar',
  games: 'trophy',
  orders: 'receipt',
  addresses: 'map-pin',
  member: 'user',
  help: 'help',
  others: 'box',
}

/** All that can be read offline, and how old it is. */
export function StoredList() {
  const { i18n } = useLingui()
  const query = useQuery(kept)
  const { done } = useSyncExternalStore(offlineStatus.subscribe, offlineStatus.getSnapshot)
  const { refetch } = query
  // Each answer that is stored changes this list.
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])
  return (
    <QueryStates
      query={query}
      isEmpty={(parts) => parts.length === 0}
      empty={
        <p className="text-ink-soft">
          <Trans>Nothing yet. Pages you open are saved here, and you can download now what you may want offline.</Trans>
        </p>
      }
    >
      {(parts) => (
        <List>
          {groupsOf(parts).map(({ name, size, at, entries }) => (
            <li key={name}>
              <ListRow
                start={icons[name]}
                title={<GroupWords name={name} />}
                detail={<Age at={at} />}
                end={<span className="figures text-ink-soft">{sizeText(size, i18n.locale)}</span>}
                endDetail={entries > 0 && <Plural value={entries} one="# entry" other="# entries" />}
              />
            </li>
          ))}
        </List>
      )}
    </QueryStates>
  )
}

function GroupWords({ name }: { name: GroupName }): ReactNode {
  switch (name) {
    case 'offers':
      return <Trans>Offers</Trans>
    case 'products':
      return <Trans>My products</Trans>
    case 'wallets':
      return <Trans>Wallets and bills</Trans>
    case 'messages':
      return <Trans>Messages</Trans>
    case 'games':
      return <Trans>Games</Trans>
    case 'check-in':
      return <Trans>Check-in calendar</Trans>
    case 'orders':
      return <Trans>Orders</Trans>
    case 'addresses':
      return <Trans>Addresses and regions</Trans>
    case 'help':
      return <Trans>Help</Trans>
    case 'member':
      return <Trans>Your account and levels</Trans>
    case 'others':
      return <Trans>Other pages</Trans>
  }
}
