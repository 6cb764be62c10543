import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { hasDeviceKeys, makeDeviceKey } from '../../../lib/app-lock/device-key.ts'
import { writeLock, type LockAfter, type LockKey } from '../../../lib/app-lock/lock-state.ts'
import { keyOfPin, pinLength } from '../../../lib/app-lock/pin.ts'
import { systemClock } from '../../../lib/clock.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { PinField } from '../../../ui/pin-field.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'
import { AfterChoice } from './after-choice.tsx'

/** Sets a lock: what opens it, and after how long it locks. */
export function NewLock({ memberId, onDone }: { memberId: string; onDone: () => void }) {
  const { t } = useLingui()
  const hasDevice = useHasDeviceKeys()
  const [kind, setKind] = useState<LockKey['kind']>('pin')
  const [after, setAfter] = useState<LockAfter>(1)
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<'device' | 'storage'>()
  const isDifferent = again.length === pinLength && again !== pin
  const canSet = kind === 'device' || (pin.length === pinLength && again === pin)

  async function set() {
    setBusy(true)
    const key = await (kind === 'pin' ? keyOfPin(pin) : makeDeviceKey(t`App lock`)).catch(() => undefined)
    setBusy(false)
    if (!key) return setFailure('device')
    try {
      writeLock(memberId, { after, key, isLocked: false, seenAt: systemClock.now(), wrong: 0, waitUntil: 0 })
      onDone()
    } catch {
      setFailure('storage')
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSet && !isBusy) void set()
      }}
    >
      <p className="text-pretty text-ink-soft">
        <Trans>
          The lock keeps your figures from someone who holds this device unlocked. It doesn't encrypt what is saved on
          it.
        </Trans>
      </p>
      {hasDevice && (
        <RadioRows
          label={t`What opens the lock`}
          value={kind}
          onChange={setKind}
          rows={[
            { value: 'pin', title: t`A PIN of six digits` },
            {
              value: 'device',
              title: t`This device`,
              detail: t`Your fingerprint, your face, or what unlocks the device`,
            },
          ]}
        />
      )}
      {kind === 'pin' && (
        <>
          <PinField label={t`New PIN`} value={pin} onChange={setPin} />
          <PinField
            label={t`The PIN again`}
            value={again}
            onChange={setAgain}
            error={isDifferent ? t`The two PINs are different` : undefined}
          />
        </>
      )}
      <AfterChoice value={after} onChange={setAfter} />
      {failure && (
        <Banner tone="danger" icon="warning">
          {failure === 'device' ? (
            <Trans>This device did not confirm that it is you. The lock is still off.</Trans>
          ) : (
            <Trans>This browser saves nothing for the app, so it can't keep a lock.</Trans>
          )}
        </Banner>
      )}
      <Button type="submit" wide busy={isBusy} disabled={!canSet}>
        <Trans>Turn on the lock</Trans>
      </Button>
    </form>
  )
}

function useHasDeviceKeys(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    void hasDeviceKeys().then(setHas)
  }, [])
  return has
}
