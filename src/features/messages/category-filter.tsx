import { useLingui } from '@lingui/react/macro'
import type { Message } from '#protocol/messages.ts'
import { pushCategories, type PushCategory } from '#protocol/words.ts'
import { FilterBar } from '../../ui/choice.tsx'

export type Category = PushCategory | 'all'

interface CategoryFilterProps {
  /** The messages on this device: kinds of which there is none are left out. */
  items: readonly Message[]
  value: Category
  onChange: (category: Category) => void
}

/** Chips for what messages are about. */
export function CategoryFilter({ items, value, onChange }: CategoryFilterProps) {
  const { t } = useLingui()
  const present = pushCategories.filter((it) => it === value || items.some(({ category }) => category === it))
  if (present.length < 2) return null
  const names: Record<Category, string> = {
    all: t`All`,
    income: t`Income`,
    wallet: t`Wallet`,
    products: t`Products`,
    team: t`Team`,
    games: t`Games`,
    news: t`News`,
  }
  return (
    <FilterBar
      label={t`Show`}
      value={value}
      onChange={onChange}
      options={(['all', ...present] as const).map((it) => ({ value: it, text: names[it] }))}
    />
  )
}
