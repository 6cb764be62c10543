import { useLingui } from '@lingui/react/macro'
import type { Slot } from '#protocol/games.ts'
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
  return percentsOf(weights).map((it, place) => {
    const digits = it.split('.')[1]?.length ?? 0
    const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent', minimumFractionDigits: digits }).format(
      Number(it) / 100,
    )
    const n = oneIn(weights[place] ?? 0, weights)
    const count =
      n === undefined ? '' : new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: n < 100 ? 1 : 0 }).format(n)
    return { percent, oneIn: n === undefined ? undefined : t`1 in ${count}` }
  })
}
