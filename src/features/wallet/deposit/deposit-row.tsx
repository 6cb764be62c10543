import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { millisOf } from '../../../lib/clock.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { ProgressRing } from '../../../ui/progress-ring.tsx'
import { EndDeposit } from './end-deposit.tsx'
import { usePercent } from '../../../entities/use-percent.ts'
import { useDate, useWhen } from '../../../entities/use-when.ts'

const dayMs = 86_400_000

/** One time deposit: the progress of its term, its interest, and how to end it. */
export function DepositRow({ deposit }: { deposit: TimeDeposit }) {
  const { state } = deposit
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-4">
          {state === 'running' && <TermProgress deposit={deposit} />}
          <div className="min-w-0 flex-1 basis-[10rem]">
            <DepositFacts deposit={deposit} />
          </div>
        </div>
        {state === 'running' && <EndDeposit deposit={deposit} />}
      </div>
    </Card>
  )
}

function TermProgress({ deposit: { openedAt, days } }: { deposit: TimeDeposit }) {
  const { t } = useLingui()
  const passed = Math.min(days, Math.max(0, Math.floor((serverNow() - millisOf(openedAt)) / dayMs)))
  const left = days - passed
  return (
    <ProgressRing value={passed / days} label={t`Term: ${passed} of ${days} days`}>
      <span className="block text-large font-strong">{left}</span>
      <span className="block text-small text-ink-soft">
        <Plural value={left} one="day left" other="days left" />
      </span>
    </ProgressRing>
  )
}

export function DepositFacts({
  deposit: { principal, interest, currency, days, rateBp, maturesAt, endedAt, state, openedAt },
}: {
  deposit: TimeDeposit
}) {
  const dateOf = useDate()
  const when = useWhen()
  const percent = usePercent()
  const rate = percent(rateBp)
  return (
    <Facts>
      <Fact name={<Trans>Deposited</Trans>}>
        <Money value={principal} currency={currency} />
      </Fact>
      {state === 'running' ? (
        <Fact name={<Trans>Interest at the end</Trans>}>
          <Money value={interest} currency={currency} sign="always" projected />
        </Fact>
      ) : (
        <Fact name={<Trans>Interest</Trans>}>
          {state === 'withdrawn' ? (
            <Trans>none, ended early</Trans>
          ) : (
            <Money value={interest} currency={currency} sign="always" />
          )}
        </Fact>
      )}
      <Fact name={<Trans>Term</Trans>}>
        <Trans>
          <Plural value={days} one="# day" other="# days" /> at {rate} a year
        </Trans>
      </Fact>
      <Fact name={<Trans>Opened</Trans>}>{dateOf(openedAt)}</Fact>
      {state === 'running' ? (
        <Fact name={<Trans>Ends</Trans>}>{when(maturesAt)}</Fact>
      ) : (
        <Fact name={<Trans>Status</Trans>}>
          <Over state={state} at={endedAt} />
        </Fact>
      )}
    </Facts>
  )
}

function Over({ state, at }: { state: 'matured' | 'withdrawn'; at: string | null }) {
  const dateOf = useDate()
  const day = at === null ? '' : dateOf(at)
  return state === 'matured' ? (
    <Chip tone="positive" icon="check">
      <Trans>Paid out on {day}</Trans>
    </Chip>
  ) : (
    <Chip>
      <Trans>Ended early on {day}</Trans>
    </Chip>
  )
}
