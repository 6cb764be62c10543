import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { codeOf, type ErrorCode } from '#protocol/errors.ts'
import { redeemCode } from '#protocol/rewards.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { RewardLink, rewardLinkClass } from '../../entities/reward-link.tsx'
import { dismiss } from '../../outbox/dismiss.ts'
import { retryNow } from '../../outbox/retry-now.ts'

/** One code: under way, redeemed with its gift, lost by the server, or rejected with the reason and the next step. */
export function GiftRow({ command }: { command: Command }) {
  const {
    args: { code },
    state,
    reply,
  } = command
  const isWaiting = isOpen(command)
  return (
    <div className="flex items-start gap-4 px-4 py-3">
      <IconDisc name="gift" tone={state === 'applied' ? 'positive' : isWaiting ? 'accent' : 'danger'} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <bdi className="figures font-strong wrap-anywhere">{typeof code === 'string' ? code : ''}</bdi>
          <PendingBadge state={shownState(command)} />
        </p>
        {state === 'applied' && <Brought answer={reply?.data} />}
        {isWaiting && (
          <p className="text-small text-ink-soft">
            <Trans>You'll see what it gives you once the server has it.</Trans>
          </p>
        )}
        {state === 'lost' && <Lost id={command.id} />}
        {!isWaiting && state !== 'applied' && state !== 'lost' && <Rejected command={command} />}
      </div>
    </div>
  )
}

function Brought({ answer }: { answer: unknown }) {
  const read = v.safeParse(redeemCode.answer, answer)
  // The server has given the gift, but this version can't parse the answer.
  if (!read.success)
    return (
      <p>
        <Link to="/pages/my/historyList" className={rewardLinkClass}>
          <Trans>See what you got</Trans>
        </Link>
      </p>
    )
  return (
    <ul className="mt-1 flex flex-col">
      {read.output.rewards.map((it, place) => (
        <li key={place}>
          <RewardLink reward={it} />
        </li>
      ))}
    </ul>
  )
}

/** The server confirmed it and was restored from an older backup since: the same command can be sent again. */
function Lost({ id }: { id: string }) {
  const reason = useReason()
  const send = () => retryNow(id).catch((failure: unknown) => toast(reason(failure), { tone: 'danger' }))
  return (
    <div className="text-small text-ink-soft">
      <p className="text-pretty">
        <Trans>It was confirmed, but the server was restored from an older backup and no longer has it.</Trans>
      </p>
      <span className="-ms-4 flex flex-wrap">
        <Button look="plain" size="small" onClick={() => void send()}>
          <Trans>Send again</Trans>
        </Button>
        <Dismiss id={id} />
      </span>
    </div>
  )
}

function Dismiss({ id }: { id: string }) {
  return (
    <Button look="plain" size="small" onClick={() => void dismiss(id)}>
      <Trans>Dismiss</Trans>
    </Button>
  )
}

/** The server's reason, and the next step where the reason leaves it open. */
function Rejected({ command: { id, reply } }: { command: Command }) {
  const next = nextSteps[codeOf(reply?.errno ?? 0) ?? 'internal']
  return (
    <div className="text-small text-ink-soft">
      <p className="text-danger">
        <ReplyReason reply={reply}>
          <Trans>The code wasn't accepted.</Trans>
        </ReplyReason>
      </p>
      {next && <p className="text-pretty">{next}</p>}
      <span className="-ms-4">
        <Dismiss id={id} />
      </span>
    </div>
  )
}

const nextSteps: Partial<Record<ErrorCode, ReactNode>> = {
  redeem_wrong: (
    <Trans>
      Check it letter by letter: O and 0, or I and 1, are easily mixed up. Each member can use a code once, until its
      last day.
    </Trans>
  ),
  attempts_exhausted: (
    <Trans>There's a limit on wrong codes, so nobody can guess one. Enter it again later. It isn't used up.</Trans>
  ),
  budget_used_up: (
    <Trans>The operator has to set aside money for it first. You can still use the code: enter it again later.</Trans>
  ),
}
