import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { timeText } from '../../lib/dates.ts'
import type { Command, Why } from '../../outbox/command.ts'
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

function Reason({ command: { state, waiting, reply } }: { command: Command }): ReactNode {
  switch (state) {
    case 'queued':
      return waiting === undefined ? (
        <Trans>It is sent as soon as it is its turn.</Trans>
      ) : (
        <WhyWords why={waiting.why} />
      )
    case 'inflight':
      return <Trans>On its way to the server.</Trans>
    case 'unknown':
      return (
        <Trans>
          The answer got lost. The server is asked what became of it as soon as there is a network; it can't happen
          twice.
        </Trans>
      )
    case 'awaitingSignIn':
      return <Trans>The server wants you to sign in again before it takes this.</Trans>
    case 'needsUpdate':
      return <Trans>This version of the app is too old to send it. Update, and it goes out by itself.</Trans>
    case 'conflict':
      return <Trans>It was changed on another device meanwhile. Decide which version stays.</Trans>
    case 'quarantined':
      return reply?.message || <Trans>It could not be read or sent. It is kept until you decide.</Trans>
    case 'rejected':
      if (ownReasonOf(reply) === 'notArrived') return <Trans>It did not reach the server. Nothing was done.</Trans>
      return reply?.message || <Trans>The server did not accept it.</Trans>
    case 'applied':
      return <Trans>The server has it.</Trans>
    case 'lost':
      return <Trans>It was confirmed, but the server was restored from an older backup and no longer has it.</Trans>
    case 'cancelled':
      return <Trans>You took it back before it was sent.</Trans>
  }
}

function WhyWords({ why }: { why: Why }): ReactNode {
  switch (why) {
    case 'network':
      return <Trans>The network could not be reached.</Trans>
    case 'timeout':
      return <Trans>The server did not answer in time.</Trans>
    case 'notOurs':
      return <Trans>Something else answered in the server's place, perhaps the log-in page of this Wi-Fi.</Trans>
    case 'busy':
      return <Trans>The server is still busy with it.</Trans>
    case 'tooMany':
      return <Trans>The server asked to wait a little.</Trans>
    case 'server':
      return <Trans>The server has a problem of its own.</Trans>
    case 'interrupted':
      return <Trans>The app was closed while it was being sent. Asking whether it arrived.</Trans>
    case 'unexpected':
      return <Trans>Something went wrong in the app.</Trans>
  }
}

function NextTry({ until }: { until: number }) {
  const { t, i18n } = useLingui()
  const time = timeText(until, i18n.locale)
  return until <= systemClock.now() ? t`Next try: now.` : t`Next try: ${time}.`
}
