import { useLingui } from '@lingui/react/macro'
import type { Slot } from '#protocol/games.ts'
import { numberFormat } from '../../lib/intl.ts'
import { oneIn, percentsOf } from './odds.ts'

export interface OddsText {
  /** `0.05 %` in the reader's way of writing. */
  percent: string
  /** `1 in 2,000`; undefined where it can't be drawn now. */
  oneIn: string | undefined
}

/** The chance of each slot in words, computed from the weights. */
export function useOddsText(slots: readonly Pick<Slot, 'weight'>[]): OddsText[] {
  const { t, i18n } = useLingui()
  const weights = slots.map((it) => it.weight)
  const percents = percentsOf(weights)
  const percent = numberFormat(i18n.locale, {
    style: 'percent',
    minimumFractionDigits: percents[0]?.split('.')[1]?.length ?? 0,
  })
  const [fine, whole] = [1, 0].map((digits) => numberFormat(i18n.locale, { maximumFractionDigits: digits }))
  return percents.map((it, place) => {
    const n = oneIn(weights[place] ?? 0, weights)
    const count = n === undefined ? undefined : (n < 100 ? fine : whole)?.format(n)
    return { percent: percent.format(Number(it) / 100), oneIn: count === undefined ? undefined : t`1 in ${count}` }
  })
}
