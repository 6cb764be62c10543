import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProductCard } from '#protocol/products.ts'
import { operators } from '../../entities/operators.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface OperatorFieldProps {
  /** Everything on offer. */
  products: readonly ProductCard[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/**
 * Filters by the machines' operator; renders nothing where none is chosen and all offers are one operator's. The offers
 * decide that, because the operators' names may come later, and a field that comes after the list would move it.
 */
export function OperatorField({ products, value, onChange }: OperatorFieldProps) {
  const { t } = useLingui()
  const known = useQuery(operators).data?.items ?? []
  if (value === undefined && new Set(products.map((it) => it.operatorId)).size < 2) return null
  const isUnnamed = value !== undefined && !known.some((it) => it.id === value)
  return (
    <div className="flex-[1_1_13rem] wide:me-auto wide:w-72 wide:flex-none">
      <SelectField
        label={t`Operator`}
        labelHidden
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{t`All operators`}</option>
        {isUnnamed && <option value={value}>…</option>}
        {known.map((it) => (
          <option key={it.id} value={it.id}>
            {it.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
