import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { AddressPane } from './address-pane.tsx'
import { AddressRow } from './address-row.tsx'
import { addressListSearch } from './search.ts'
import type { ShownAddress } from './shown-addresses.ts'
import { useAddresses } from './use-addresses.ts'

export const Route = createFileRoute('/subPages/address/address')({
  validateSearch: addressListSearch,
  component: AddressListScreen,
})

const route = getRouteApi('/subPages/address/address')

/** The addresses; from 900 px the chosen one, or a new one, is edited beside them. */
function AddressListScreen() {
  const { query, shown } = useAddresses()
  const isWide = useWide()
  const { selected } = route.useSearch()
  const navigate = route.useNavigate()
  // Of several none is more likely, so the first is there to be edited.
  const chosen = selected === 'new' ? undefined : (shown.find((it) => it.id === selected) ?? shown[0])
  const choose = (next: string | undefined) =>
    void navigate({ search: { selected: next }, replace: true, resetScroll: false })
  const list = <Addresses shown={shown} {...(isWide && { chosen: chosen?.id, onChoose: choose })} />
  return (
    <Screen
      width="panes"
      bottom={
        !isWide && (
          <Link to="/subPages/address/editAddress" className={buttonClass({ wide: true })}>
            <Icon name="plus" size="small" />
            <Trans>New address</Trans>
          </Link>
        )
      }
    >
      <TwoPanes
        detail={
          isWide &&
          (chosen || selected === 'new') && (
            <AddressPane key={chosen?.id ?? 'new'} address={chosen} onDone={() => choose(undefined)} />
          )
        }
      >
        {query.data === undefined && shown.length > 0 ? (
          // The member added addresses before this device ever read the server's list.
          list
        ) : (
          <PullToRefresh onRefresh={() => query.refetch()}>
            <QueryStates query={query} isEmpty={() => shown.length === 0} empty={<NoAddresses />}>
              {() => list}
            </QueryStates>
          </PullToRefresh>
        )}
        {isWide && (
          <Button look="quiet" wide icon="plus" onClick={() => choose('new')}>
            <Trans>New address</Trans>
          </Button>
        )}
      </TwoPanes>
    </Screen>
  )
}

interface AddressesProps {
  shown: readonly ShownAddress[]
  chosen?: string | undefined
  onChoose?: (id: string) => void
}

function Addresses({ shown, chosen, onChoose }: AddressesProps) {
  const { t } = useLingui()
  return (
    <List label={t`Addresses`}>
      {shown.map((it) => (
        <li key={it.id}>
          <AddressRow address={it} pane={onChoose && { isChosen: it.id === chosen, onChoose: () => onChoose(it.id) }} />
        </li>
      ))}
    </List>
  )
}

function NoAddresses() {
  return (
    <EmptyState art="no-places" title={<Trans>No address yet</Trans>}>
      <Trans>We send prizes and points orders to your address. You can add it offline.</Trans>
    </EmptyState>
  )
}
