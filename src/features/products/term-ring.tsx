import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { ProgressRing } from '../../ui/progress-ring.tsx'
import { termOf } from '../../entities/unit-words.tsx'

/** How much of a unit's term has passed, and the days that are left. */
export function TermRing({ unit, size = 'normal' }: { unit: UnitCard; size?: 'small' | 'normal' }) {
  const { t } = useLingui()
  const { days, passed, left } = termOf(unit)
  const isOver = unit.status === 'expired' || unit.status === 'cancelled'
  const label = isOver ? t`Term ended` : t`Term: ${passed} of ${days} days`
  return (
    <ProgressRing value={isOver ? 1 : passed / days} label={label} size={size}>
      {size === 'small' ? (
        <>
          <span className="block leading-5 font-strong">{isOver ? 0 : left}</span>
          <span className="block text-small leading-3 text-ink-soft">
            {isOver ? <Trans>days</Trans> : <Plural value={left} one="day" other="days" />}
          </span>
        </>
      ) : (
        <>
          <span className="block text-large font-strong">{isOver ? 0 : left}</span>
          <span className="block text-small text-ink-soft">
            {isOver ? <Trans>days left</Trans> : <Plural value={left} one="day left" other="days left" />}
          </span>
        </>
      )}
    </ProgressRing>
  )
}
