import { Trans, useLingui } from '@lingui/react/macro'
import type { SignedInDevice } from '#protocol/devices.ts'
import { Chip } from '../../../ui/chip.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { SignOutDevice } from './sign-out-device.tsx'
import { useDate, useWhen } from '../../../entities/use-when.ts'

/** One device: its browser and system, since when it is signed in, and when it was last used. */
export function DeviceRow({ device }: { device: SignedInDevice }) {
  const dateOf = useDate()
  const when = useWhen()
  const name = useDeviceName(device)
  const since = dateOf(device.signedInAt)
  const seen = when(device.seenAt)
  return (
    <li>
      <ListRow
        start="shield"
        title={name}
        detail={
          <>
            <span className="block">
              <Trans>Logged in on {since}</Trans>
            </span>
            <span className="block">
              <Trans>Last used {seen}</Trans>
            </span>
          </>
        }
        end={
          device.isThis && (
            <Chip tone="accent">
              <Trans>This device</Trans>
            </Chip>
          )
        }
      />
      {!device.isThis && <SignOutDevice id={device.id} name={name} />}
    </li>
  )
}

/** "Firefox 146 on Android". */
function useDeviceName({ browser, platform }: SignedInDevice): string {
  const { t } = useLingui()
  if (browser !== null && platform !== null) return t`${browser} on ${platform}`
  return browser ?? platform ?? t`Unknown browser`
}
