import { useLingui } from '@lingui/react/macro'
import type { Draw } from '#protocol/games.ts'
import { useMasked } from '../../entities/masked-text.tsx'
import { useHiddenWord } from '../../ui/hidden-amount.tsx'

/** The result in one sentence, for the live region. */
export function useResultWords(): (draws: readonly Draw[]) => string {
  const { t, i18n } = useLingui()
  const masked = useMasked(useHiddenWord())
  return (draws) => {
    const names = draws.flatMap(({ prize }) => (prize ? [masked(prize.name)] : []))
    if (names.length === 0) return t`Nothing won this time.`
    const list = new Intl.ListFormat(i18n.locale).format(names)
    return t`Won: ${list}.`
  }
}
