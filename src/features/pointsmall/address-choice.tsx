import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Address } from '#protocol/addresses.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { commands } from '../../outbox/current-commands.ts'
import { shownState } from '../../outbox/shown.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { QueryStates, type QueryLike } from '../../ui/query-states.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { addresses, usualAddress } from './queries.ts'
import { settledAddresses, waitingAddresses, type WaitingAddress } from './waiting-addresses.ts'

export interface ChosenAddress {
  /** Undefined until there is one. */
  id: string | undefined
  query: QueryLike<{ items: readonly Address[] }>
  /** The server's, without those that `waiting` has as they were edited here. */
  items: readonly Address[]
  /** Made or edited on this device and not confirmed: they can be chosen, and ordered to once the server has them. */
  waiting: readonly WaitingAddress[]
  /** Whether the chosen one is among them. */
  isWaiting: boolean
}

/** The address of an order: the chosen one while it exists, else the member's usual one. */
export function useChosenAddress(chosenId: string | undefined, isNeeded: boolean): ChosenAddress {
  const query = useQuery({ ...addresses, enabled: isNeeded })
  const usual = useQuery({ ...usualAddress, enabled: isNeeded }).data?.address
  const saved = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const listed = query.data?.items ?? []
  const waiting = waitingAddresses(listed, query.dataUpdatedAt, saved)
  const items = settledAddresses(listed, query.dataUpdatedAt, waiting, saved)
  const all = [...items, ...waiting]
  const found = [chosenId, usual?.id].find((id) => id !== undefined && all.some((it) => it.id === id))
  const id = found ?? all[0]?.id
  return { id, query, items, waiting, isWaiting: waiting.some((it) => it.id === id) }
}

/** Chooses where a parcel goes. An address is added on its own page; the order is kept meanwhile. */
export function AddressChoice({
  chosen: { id, query, items, waiting, isWaiting },
  onChange,
}: {
  chosen: ChosenAddress
  onChange: (id: string) => void
}) {
  const { t } = useLingui()
  const add = (
    <Link to="/subPages/address/editAddress" className={buttonClass({ look: 'quiet', size: 'small' })}>
      <Trans>New address</Trans>
    </Link>
  )
  return (
    <QueryStates
      query={query}
      isEmpty={() => items.length + waiting.length === 0}
      empty={
        <Banner tone="accent" icon="map-pin" action={add}>
          <Trans>Add an address first. That's where we send the parcel.</Trans>
        </Banner>
      }
    >
      {() => (
        <div className="flex flex-col items-start gap-3">
          <div className="w-full">
            <RadioRows
              label={t`Delivery address`}
              value={id}
              onChange={onChange}
              rows={[
                ...items.map((it) => ({
                  value: it.id,
                  title: it.recipient,
                  detail: <Where phone={it.phone} lines={[it.detail, ...it.region.toReversed()]} />,
                  end: it.isDefault && (
                    <Chip tone="accent">
                      <Trans>Default</Trans>
                    </Chip>
                  ),
                })),
                ...waiting.map(({ command, ...it }) => ({
                  value: it.id,
                  title: it.recipient,
                  detail: <Where phone={it.phone} lines={[it.detail, it.postcode]} />,
                  end: <PendingBadge state={shownState(command)} />,
                })),
              ]}
            />
          </div>
          {isWaiting && (
            <Banner tone="accent" icon="cloud-queue">
              <Trans>This address is being sent to the server. You can order once it's there.</Trans>
            </Banner>
          )}
          {add}
        </div>
      )}
    </QueryStates>
  )
}

function Where({ phone, lines }: { phone: string; lines: readonly (string | null)[] }) {
  return (
    <>
      <bdi className="figures block" dir="ltr">
        {phone}
      </bdi>
      {lines.filter(Boolean).join(', ')}
    </>
  )
}
