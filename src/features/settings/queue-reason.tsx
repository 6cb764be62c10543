import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore, type ReactNode } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { timeText } from '../../lib/date-texts.ts'
import type { Command, Why } from '../../outbox/command.ts'
import { wasEditedLater } from '../../outbox/edited-later.ts'
import { isOutOfSpace } from '../../outbox/free-space.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { statusText } from '../../ui/use-reason.ts'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { ownReasonOf } from '../../lib/own-reasons.ts'

/** Why a command is in its state, how often it was sent, and when it is sent again. */
export function QueueReason({ command }: { command: Command }) {
  const { state, attempt, waiting } = command
  const isWaiting = (state === 'queued' || state === 'unknown') && waiting !== undefined
  return (
    <>
      <span className="block">
        <Reason command={command} />
      </span>
      {attempt > 0 && state !== 'applied' && (
        <span className="block">
          <Plural value={attempt} one="Tried once." other="Tried # times." />
          {isWaiting && (
            <>
              {' '}
              <NextTry until={waiting.until} />
            </>
          )}
        </span>
      )}
    </>
  )
}

function Reason({ command }: { command: Command }): ReactNode {
  const { state, waiting, reply } = command
  const isFull = useSyncExternalStore(isOutOfSpace.subscribe, isOutOfSpace.getSnapshot, isOutOfSpace.getSnapshot)
  switch (state) {
    case 'queued':
      if (isFull) return <Trans>Not sent: this device is out of space.</Trans>
      return waiting === undefined ? <Trans>It's sent when its turn comes.</Trans> : <WhyItWaits {...waiting} />
    case 'inflight':
      return <Trans>Being sent to the server.</Trans>
    case 'unknown':
      return (
        <Trans>
          The answer got lost. We ask the server what happened as soon as you're online. It can't happen twice.
        </Trans>
      )
    case 'awaitingSignIn':
      return <Trans>Log in again so the server can accept this.</Trans>
    case 'needsUpdate':
      return <Trans>This version of the app is too old to send it. Update the app, and it's sent automatically.</Trans>
    case 'conflict':
      return <Trans>It was changed on another device. Choose which version to keep.</Trans>
    case 'quarantined':
      return (
        <ReplyReason reply={reply}>
          <Trans>It couldn't be read or sent. It stays here until you decide.</Trans>
        </ReplyReason>
      )
    case 'rejected':
      if (ownReasonOf(reply) === 'notArrived') return <Trans>It didn't reach the server. Nothing was done.</Trans>
      if (ownReasonOf(reply) === 'dependencyFailed') return <Trans>What it depended on wasn't done.</Trans>
      return (
        <ReplyReason reply={reply}>
          <Trans>The server didn't accept it.</Trans>
        </ReplyReason>
      )
    case 'applied':
      return wasEditedLater(command) ? (
        <Trans>The server has it, but a later change on another device counts.</Trans>
      ) : (
        <Trans>The server has it.</Trans>
      )
    case 'lost':
      return <Trans>It was confirmed, but the server was restored from an older backup and no longer has it.</Trans>
    case 'cancelled':
      return <Trans>You took it back before it was sent.</Trans>
  }
}

function WhyItWaits({ why, http = 0 }: NonNullable<Command['waiting']>) {
  return (
    <>
      <WhyWords why={why} /> {statusText(http)}
    </>
  )
}

function WhyWords({ why }: { why: Why }): ReactNode {
  switch (why) {
    case 'network':
      return <Trans>We couldn't reach the network.</Trans>
    case 'timeout':
      return <Trans>The server didn't answer in time.</Trans>
    case 'notOurs':
      return <Trans>Something else answered instead of the server, perhaps this Wi-Fi's login page.</Trans>
    case 'busy':
      return <Trans>The server is still working on it.</Trans>
    case 'tooMany':
      return <Trans>The server asked us to wait a little.</Trans>
    case 'server':
      return <Trans>The server has a problem.</Trans>
    case 'switchedOff':
      return <Trans>The operator has turned this feature off. It's sent once the feature is back.</Trans>
    case 'interrupted':
      return <Trans>The app was closed while it was being sent. We're checking whether it arrived.</Trans>
    case 'unexpected':
      return <Trans>Something went wrong in the app.</Trans>
  }
}

function NextTry({ until }: { until: number }) {
  const { t, i18n } = useLingui()
  const time = timeText(until, i18n.locale, useMemberZone())
  return until <= systemClock.now() ? t`Next attempt: now.` : t`Next attempt: ${time}.`
}
