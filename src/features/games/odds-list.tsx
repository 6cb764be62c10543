import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Game, Slot } from '#protocol/games.ts'
import { Chip } from '../../ui/chip.tsx'
import { Section } from '../../ui/card.tsx'
import { List } from '../../ui/list-row.tsx'
import { useRewardText } from '../../entities/reward-text.tsx'
import { SlotRow } from './slot-view.tsx'
import { useOddsText } from './use-odds-text.ts'

/** Every slot with its chance, computed from the weights (docs/plain-dealing.md, 4), and what is left of it. */
export function OddsList({ game: { slots, guarantee } }: { game: Pick<Game, 'slots' | 'guarantee'> }) {
  const { t } = useLingui()
  const odds = useOddsText(slots)
  return (
    <Section title={<Trans>What can be drawn, and the odds</Trans>}>
      {guarantee && (
        <p className="rounded-md bg-positive-soft px-4 py-3 text-pretty text-positive">
          <Trans>At least one in every {guarantee.every} draws wins a prize marked as guaranteed.</Trans>{' '}
          <Plural value={guarantee.in} one="That's your next draw." other="For you that's at most # draws from now." />
        </p>
      )}
      <List label={t`Odds`}>
        {slots.map((it, place) => (
          <li key={it.id}>
            <SlotRow
              slot={it}
              detail={<Detail slot={it} hasGuarantee={guarantee !== null} />}
              end={<span className="figures font-strong">{odds[place]?.percent}</span>}
              endDetail={<span className="figures">{odds[place]?.oneIn ?? <Trans>Not now</Trans>}</span>}
            />
          </li>
        ))}
      </List>
    </Section>
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
    </span>
  )
}
