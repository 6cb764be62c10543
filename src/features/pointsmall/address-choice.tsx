import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from '#protocol/addresses.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { QueryStates, type QueryLike } from '../../ui/query-states.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { addresses, usualAddress } from './queries.ts'

export interface ChosenAddress {
  /** Undefined until there is one. */
  id: string | undefined
  query: QueryLike<{ items: readonly Address[] }>
}

/** The address of an order: the chosen one while it exists, else the member's usual one. */
export function useChosenAddress(chosenId: string | undefined, isNeeded: boolean): ChosenAddress {
  const query = useQuery({ ...addresses, enabled: isNeeded })
  const usual = useQuery({ ...usualAddress, enabled: isNeeded }).data?.address
  const items = query.data?.items ?? []
  const found = [chosenId, usual?.id].find((id) => id !== undefined && items.some((it) => it.id === id))
  return { id: found ?? items[0]?.id, query }
}

/** Chooses where a parcel goes. An address is added on its own page; the order is kept meanwhile. */
export function AddressChoice({
  chosen: { id, query },
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
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Banner tone="accent" icon="map-pin" action={add}>
          <Trans>Add an address first: that is where the parcel goes.</Trans>
        </Banner>
      }
    >
      {({ items }) => (
        <div className="flex flex-col items-start gap-3">
          <div className="w-full">
            <RadioRows
              label={t`Where it goes`}
              value={id}
              onChange={onChange}
              rows={items.map((it) => ({
                value: it.id,
                title: it.recipient,
                detail: (
                  <>
                    <bdi className="figures block" dir="ltr">
                      {it.phone}
                    </bdi>
                    {[it.detail, ...it.region.toReversed()].join(', ')}
                  </>
                ),
                end: it.isDefault && (
                  <Chip tone="accent">
                    <Trans>Default</Trans>
                  </Chip>
                ),
              }))}
            />
          </div>
          {add}
        </div>
      )}
    </QueryStates>
  )
}
