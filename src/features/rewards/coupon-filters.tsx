import { useLingui } from '@lingui/react/macro'
import { FilterBar } from '../../ui/choice.tsx'
import type { CouponFilter } from './shown-coupons.ts'

interface CouponFiltersProps {
  filter: CouponFilter
  onChange: (filter: CouponFilter) => void
}

/** The filter of the coupons: discounts or vouchers, and how recently they were received. */
export function CouponFilters({ filter, onChange }: CouponFiltersProps) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-2">
      <FilterBar
        label={t`Kind of coupon`}
        value={String(filter.type ?? 'all')}
        onChange={(next) => onChange({ ...filter, type: next === '1' ? 1 : next === '2' ? 2 : undefined })}
        options={[
          { value: 'all', text: t`Every kind` },
          { value: '1', text: t`Discounts` },
          { value: '2', text: t`Vouchers` },
        ]}
      />
      <FilterBar
        label={t`Received`}
        value={String(filter.days ?? 'all')}
        onChange={(next) => onChange({ ...filter, days: next === '7' ? 7 : next === '30' ? 30 : undefined })}
        options={[
          { value: 'all', text: t`Any time` },
          { value: '7', text: t`Received in the last 7 days` },
          { value: '30', text: t`Received in the last 30 days` },
        ]}
      />
    </div>
  )
}
