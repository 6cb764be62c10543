import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { AddressForm } from './address-form.tsx'
import { DeleteAddress } from './delete-address.tsx'
import { editAddressSearch } from './search.ts'
import { useAddresses } from './use-addresses.ts'

export const Route = createFileRoute('/subPages/address/editAddress')({
  validateSearch: editAddressSearch,
  component: EditAddressScreen,
})

const route = getRouteApi('/subPages/address/editAddress')

function EditAddressScreen() {
  const { t } = useLingui()
  const { id } = route.useSearch()
  return (
    <Screen width="form" {...(id === undefined && { title: t`New address` })}>
      {id === undefined ? <AddressForm /> : <Edit key={id} id={id} />}
    </Screen>
  )
}

function Edit({ id }: { id: string }) {
  const { query, shown } = useAddresses()
  const found = shown.find((it) => it.id === id)
  // The edit is based on the address as the form first showed it. A newer answer must not change what was typed.
  const [opened, open] = useState(found)
  if (!opened && found) open(found)
  if (opened)
    return (
      <AddressForm address={opened}>
        <DeleteAddress address={found ?? opened} />
      </AddressForm>
    )
  return <QueryStates query={query}>{() => <Gone />}</QueryStates>
}

function Gone() {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>This address no longer exists</Trans>}
      action={
        <Link to="/subPages/address/address" className={buttonClass({ look: 'quiet' })}>
          <Trans>All addresses</Trans>
        </Link>
      }
    >
      <Trans>It was deleted, on this or another device.</Trans>
    </EmptyState>
  )
}
