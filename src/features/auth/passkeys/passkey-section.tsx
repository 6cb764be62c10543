import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OfflineNote } from '../../../entities/offline-note.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { List } from '../../../ui/list-row.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { passkeys } from '../queries.ts'
import { AddPasskey } from './add-passkey.tsx'
import { ConfirmSwitch } from './confirm-switch.tsx'
import { useHasPasskeysHere } from './here.ts'
import { PasskeyRow } from './passkey-row.tsx'

/** The member's passkeys, and what they are good for. */
export function PasskeySection() {
  const query = useQuery(passkeys)
  const isOnline = useOnline()
  const isHere = useHasPasskeysHere()
  const [isAdding, setAdding] = useState(false)
  return (
    <Section title={<Trans>Passkeys</Trans>}>
      <p className="text-small text-ink-soft text-pretty">
        <Trans>
          Log in with your fingerprint, face or screen lock instead of your password. A passkey only works on this site,
          so a fake site can't ask for it.
        </Trans>
      </p>
      <QueryStates query={query}>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <List>
                {items.map((it) => (
                  <PasskeyRow key={it.id} passkey={it} />
                ))}
              </List>
            )}
            {items.length > 0 && <ConfirmSwitch />}
          </>
        )}
      </QueryStates>
      {isHere === false ? (
        <Banner icon="info">
          <Trans>This browser can't use passkeys at this address.</Trans>
        </Banner>
      ) : (
        <>
          <Button look="quiet" icon="plus" wide disabled={!isOnline || !isHere} onClick={() => setAdding(true)}>
            <Trans>Add a passkey</Trans>
          </Button>
          <OfflineNote />
        </>
      )}
      <Sheet isOpen={isAdding} onClose={() => setAdding(false)} title={<Trans>Add a passkey</Trans>}>
        {isAdding && <AddPasskey onAdded={() => setAdding(false)} />}
      </Sheet>
    </Section>
  )
}
