import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isVerifiedBy } from '../../../lib/app-lock/device-key.ts'
import { mostTries, waitLeft } from '../../../lib/app-lock/lock-rules.ts'
import { lockChanges, readLock, type LockKey } from '../../../lib/app-lock/lock-state.ts'
import { tryPin } from '../../../lib/app-lock/try-pin.ts'
import { systemClock } from '../../../lib/clock.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { PinField } from '../../../ui/pin-field.tsx'
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts'
import { SpokenWait } from './spoken-wait.tsx'

interface UnlockFormProps {
  memberId: string
  onUnlocked: () => void
}

/** Asks for what opens the member's lock: the PIN, or the device's own verification. */
export function UnlockForm({ memberId, onUnlocked }: UnlockFormProps) {
  const lock = useLock(memberId)
  if (!lock) return null
  if (lock.wrong >= mostTries)
    return (
      <Banner tone="danger" icon="warning">
        <Trans>Too many wrong tries. Log out and log in again to use the app.</Trans>
      </Banner>
    )
  return lock.key.kind === 'pin' ? (
    <PinForm memberId={memberId} wrong={lock.wrong} onUnlocked={onUnlocked} />
  ) : (
    <DeviceForm deviceKey={lock.key} onUnlocked={onUnlocked} />
  )
}

/** The member's lock as it is stored now; other tabs change it too. */
export function useLock(memberId: string) {
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readLock(memberId)))
  return text === undefined ? undefined : readLock(memberId)
}

function subscribe(listener: () => void) {
  const stop = lockChanges.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    stop()
    removeEventListener('storage', listener)
  }
}

function PinForm({ memberId, wrong, onUnlocked }: UnlockFormProps & { wrong: number }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const lock = useLock(memberId)
  const now = systemClock.now()
  const until = now + (lock ? waitLeft(lock, now) : 0)
  const seconds = useSecondsLeft(until)
  const left = mostTries - wrong
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) first.current?.focus()
  }, [isWaiting])

  async function check(digits: string) {
    setChecking(true)
    const result = await tryPin(memberId, digits, systemClock)
    setChecking(false)
    setPin('')
    setWrong(result !== 'right')
    if (result === 'right') onUnlocked()
    else first.current?.focus()
  }

  return (
    <div className="flex flex-col gap-3">
      <PinField
        label={t`PIN`}
        value={pin}
        onChange={setPin}
        onComplete={(digits) => void check(digits)}
        readOnly={isChecking || isWaiting}
        firstCell={first}
        error={isWrong && !isWaiting ? t`Wrong PIN. Try again` : undefined}
      />
      {isWaiting && (
        <p className="text-small text-ink-soft">
          <Trans>
            Wrong PIN. Try again in <Countdown until={until} />
          </Trans>
        </p>
      )}
      <p role="status" className={isWaiting ? 'sr-only' : 'text-small text-ink-soft'}>
        {isWaiting ? (
          <SpokenWait key={wrong} left={seconds} />
        ) : (
          wrong > 0 && <Plural value={left} one="# try left" other="# tries left" />
        )}
      </p>
    </div>
  )
}

function DeviceForm({
  deviceKey,
  onUnlocked,
}: {
  deviceKey: Extract<LockKey, { kind: 'device' }>
  onUnlocked: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const [isRefused, setRefused] = useState(false)
  async function ask() {
    setAsking(true)
    const isVerified = await isVerifiedBy(deviceKey).catch(() => false)
    setAsking(false)
    setRefused(!isVerified)
    if (isVerified) onUnlocked()
  }
  return (
    <div className="flex flex-col gap-3">
      <Button wide busy={isAsking} onClick={() => void ask()}>
        <Trans>Unlock</Trans>
      </Button>
      <p role="status" className="text-center text-small text-ink-soft">
        {isRefused && <Trans>This device did not confirm that it is you. Try again.</Trans>}
      </p>
    </div>
  )
}
