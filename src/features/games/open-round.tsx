import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { poolRecord } from '#protocol/games.ts'
import { millisOf } from '../../lib/clock.ts'
import { onThisClock } from '../../lib/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Count } from '../../ui/count.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { HexText } from './figures.tsx'
import { reported } from '../../lib/report.ts'
import { keepShown } from './shown-before.ts'
import { numberFormat } from '../../lib/intl.ts'
import { useWhen } from '../../entities/use-when.ts'

type Open = Answer<typeof poolRecord>

/** The round that is open: its points, the rule in words, and the member's own part in it. */
export function OpenRound({ round }: { round: Open }) {
  const { t, i18n } = useLingui()
  const when = useWhen()
  const { rule, points, closesAt, ownDraws, draws, members, seedHash } = round
  useEffect(() => {
    keepShown({ round: round.round, seedHash }).catch(reported('pool: keep shown'))
  }, [round.round, seedHash])
  const tickets = numberFormat(i18n.locale).format(draws)
  const percent = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    rule.shareBasisPoints / 10_000,
  )
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Gold coins in the open round</Trans>
          </span>
          <span className="block text-hero">
            <Count value={points} size="inherit" />
          </span>
          {draws === 0 && (
            <span className="block text-small text-ink-soft">
              <Trans>Nobody has drawn in this round yet.</Trans>
            </span>
          )}
        </p>
        <p className="text-small text-ink-soft text-pretty">
          <Trans>Every member's draw puts {percent} of its gold coins into the pool and counts as one ticket.</Trans>{' '}
          {t`${plural(rule.winners, {
            one: 'When the round closes, one ticket is drawn and wins everything.',
            other:
              "When the round closes, # tickets are drawn and share everything equally. What can't be divided goes into the next round.",
          })}`}
        </p>
        <Facts>
          <Fact name={<Trans>Closes</Trans>}>
            <time dateTime={closesAt} className="block">
              {when(closesAt)}
            </time>
            <span className="text-small text-ink-soft">
              <Trans>
                in <Countdown until={onThisClock(millisOf(closesAt))} />
              </Trans>
            </span>
          </Fact>
          <Fact name={<Trans>Your tickets</Trans>}>
            <Count value={ownDraws} size="inherit" />
          </Fact>
          <Fact name={<Trans>All tickets</Trans>}>
            {draws === 0 ? (
              <Trans>None yet</Trans>
            ) : (
              <Plural value={members} one={`${tickets} of # member`} other={`${tickets} of # members`} />
            )}
          </Fact>
          <Fact name={<Trans>Hash of the round's seed</Trans>}>
            <span className="text-small">
              <HexText hex={seedHash} />
            </span>
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}
