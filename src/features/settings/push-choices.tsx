import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useOptimistic, type ReactNode } from 'react'
import { pushChoose, type PushChoice } from '#protocol/settings.ts'
import { pushCategories, type PushCategory } from '#protocol/words.ts'
import type { Command } from '../../outbox/command.ts'
import { needsAttention } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useCommands } from './commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { chosenPushes } from './queries.ts'
import { QuietHours } from './quiet-hours.tsx'
import { editedPushChoice, withChange, type PushChange } from './edited-push-choice.ts'

/** Which pushes the member gets on all their devices, and the quiet hours; can be changed offline. */
export function PushChoices() {
  const query = useQuery(chosenPushes)
  return (
    <div className="border-t border-line pt-2">
      <QueryStates
        query={query}
        skeleton={
          <Skeleton>
            <BlockBone shape="h-119 w-full" />
          </Skeleton>
        }
      >
        {(said) => <Choices said={said} at={query.dataUpdatedAt} />}
      </QueryStates>
    </div>
  )
}

function Choices({ said, at }: { said: PushChoice; at: number }) {
  const { choice, pending } = editedPushChoice(said, at, useCommands())
  // The switch moves at once, before the command is saved.
  const [{ categories, quiet, timeZone }, show] = useOptimistic(choice, withChange)
  const { run } = useCommand(pushChoose)
  const tell = useTellOutcome()
  const choose = (change: PushChange) =>
    startTransition(async () => {
      show(change)
      tell(await run(change), null)
    })
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-small font-strong">
          <Trans>What we notify you about</Trans>
        </legend>
        <p className="text-small text-ink-soft">
          <Trans>On all your devices. You always find everything in Messages.</Trans>
        </p>
        {pushCategories.map((it) => (
          <Switch
            key={it}
            checked={categories[it]}
            onChange={(event) => choose({ categories: { [it]: event.target.checked } })}
          >
            {names[it]}
          </Switch>
        ))}
      </fieldset>
      <QuietHours value={quiet} timeZone={timeZone} onChange={(it) => choose({ quiet: it })} />
      <div role="status">{pending && <Pending command={pending} />}</div>
    </>
  )
}

const names: Record<PushCategory, ReactNode> = {
  income: <Trans>Settled income</Trans>,
  wallet: <Trans>Top-ups, withdrawals and deposits</Trans>,
  products: <Trans>Orders and machines</Trans>,
  team: <Trans>Invitations and team</Trans>,
  games: <Trans>Games and prizes</Trans>,
  news: <Trans>News</Trans>,
}

function Pending({ command }: { command: Command }) {
  const isOver = needsAttention(command)
  return (
    <span className="flex flex-wrap items-center gap-2 py-2">
      <PendingBadge state={shownState(command)} />
      {isOver && (
        <span className="text-small text-ink-soft">
          <ReplyReason reply={command.reply} />
        </span>
      )}
      {isOver && (
        <Button look="plain" size="small" onClick={() => void dismiss(command.id)}>
          <Trans>Dismiss</Trans>
        </Button>
      )}
    </span>
  )
}
