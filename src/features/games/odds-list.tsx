import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Game, Slot } from '#protocol/games.ts'
import { Chip } from '../../ui/chip.tsx'
import { Section } from '../../ui/card.tsx'
import { List } from '../../ui/list-row.tsx'
import { CouponWorth } from '../../entities/coupon-worth.tsx'
import { useRewardText } from '../../entities/reward-text.tsx'
import { slotsOfNext } from './odds.ts'
import { SlotRow } from './slot-view.tsx'
import { useOddsText } from './use-odds-text.ts'

/**
 * Every slot with its chance, computed from the weights (docs/plain-dealing.md, 4), and what is left of it. Where the
 * guarantee is due, the chances of that draw come first, and those of later draws below.
 */
export function OddsList({ game }: { game: Pick<Game, 'slots' | 'guarantee' | 'mostAtOnce'> }) {
  const { t } = useLingui()
  const { slots, guarantee, mostAtOnce } = game
  const isDue = guarantee?.in === 1
  const next = slotsOfNext(game).filter((it) => !isDue || it.guaranteed)
  return (
    <Section title={<Trans>What can be drawn, and the odds</Trans>}>
      {guarantee && (
        <p className="rounded-md bg-positive-soft px-4 py-3 text-pretty text-positive">
          <Trans>At least one in every {guarantee.every} draws wins a prize marked as guaranteed.</Trans>{' '}
          <Plural value={guarantee.in} one="That's your next draw." other="For you that's at most # draws from now." />
        </p>
      )}
      {isDue && (
        <h3 className="font-strong">
          {mostAtOnce > 1 ? <Trans>The first of your next draws</Trans> : <Trans>Your next draw</Trans>}
        </h3>
      )}
      <Odds label={t`Odds`} slots={next} hasGuarantee={guarantee !== null} />
      {isDue && (
        <>
          <h3 className="font-strong">
            <Trans>The draws after it</Trans>
          </h3>
          <Odds label={t`The draws after it`} slots={slots} hasGuarantee />
        </>
      )}
    </Section>
  )
}

function Odds({ label, slots, hasGuarantee }: { label: string; slots: readonly Slot[]; hasGuarantee: boolean }) {
  const odds = useOddsText(slots)
  return (
    <List label={label}>
      {slots.map((it, place) => (
        <li key={it.id}>
          <SlotRow
            slot={it}
            detail={<Detail slot={it} hasGuarantee={hasGuarantee} />}
            end={<span className="figures font-strong">{odds[place]?.percent}</span>}
            endDetail={<span className="figures">{odds[place]?.oneIn ?? <Trans>Not at the moment</Trans>}</span>}
          />
        </li>
      ))}
    </List>
  )
}

function Detail({ slot: { name, reward, left, guaranteed }, hasGuarantee }: { slot: Slot; hasGuarantee: boolean }) {
  const text = useRewardText()
  const what = reward && text(reward)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {what !== null && what !== name && <span>{what}</span>}
      {what !== null && what !== name && left !== null && <span aria-hidden>·</span>}
      {left !== null && (
        <span>
          <Plural value={left} _0="None left" one="# left" other="# left" />
        </span>
      )}
      {hasGuarantee && guaranteed && (
        <Chip tone="positive" icon="shield">
          <Trans>Guaranteed</Trans>
        </Chip>
      )}
      <CouponWorth reward={reward} />
    </span>
  )
}
