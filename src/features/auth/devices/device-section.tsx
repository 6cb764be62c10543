import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { OfflineNote } from '../../../entities/offline-note.tsx'
import { Section } from '../../../ui/card.tsx'
import { List } from '../../../ui/list-row.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { signedInDevices } from '../queries.ts'
import { DeviceRow } from './device-row.tsx'
import { SignOutOthers } from './sign-out-others.tsx'

/** Where the member is signed in, each with a way to end it. */
export function DeviceSection() {
  const query = useQuery(signedInDevices)
  return (
    <Section title={<Trans>Logged-in devices</Trans>}>
      <QueryStates query={query}>
        {({ items }) => (
          <>
            <p className="text-small text-ink-soft">
              <Trans>
                You can stay logged in on 20 devices. The one not used for longest is logged out for a new one.
              </Trans>
            </p>
            <List>
              {items.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </List>
            {items.some((it) => !it.isThis) && <SignOutOthers />}
            <OfflineNote />
          </>
        )}
      </QueryStates>
      <p className="text-small text-ink-soft text-pretty">
        <Trans>A device you don't know? Log it out, then change your password.</Trans>
      </p>
    </Section>
  )
}
