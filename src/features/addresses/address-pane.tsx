import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { DetailPane } from '../../ui/two-panes.tsx'
import { AddressForm } from './address-form.tsx'
import { DeleteAddress } from './delete-address.tsx'
import type { ShownAddress } from './shown-addresses.ts'

interface AddressPaneProps {
  /** Undefined for a new address. */
  address: ShownAddress | undefined
  onDone: () => void
}

/** The second pane of a wide screen: the form of one address, or of a new one. Saving and deleting close it. */
export function AddressPane({ address, onDone }: AddressPaneProps) {
  // The edit is based on the address as the form first showed it. A newer answer must not change what was typed.
  const [opened, open] = useState(address)
  if (!opened && address) open(address)
  return (
    <BackContext value={onDone}>
      <DetailPane title={opened ? opened.recipient : <Trans>New address</Trans>}>
        <Card>
          <div className="flex flex-col gap-4">
            {opened ? (
              <AddressForm address={opened}>
                <DeleteAddress address={address ?? opened} />
              </AddressForm>
            ) : (
              <AddressForm />
            )}
          </div>
        </Card>
      </DetailPane>
    </BackContext>
  )
}
