import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { operators } from '../../entities/operators.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface OperatorFieldProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Filters by the machines' operator; renders nothing where there is only one operator. */
export function OperatorField({ value, onChange }: OperatorFieldProps) {
  const { t } = useLingui()
  const known = useQuery(operators).data?.items ?? []
  if (known.length < 2) return null
  return (
    <div className="flex-[1_1_13rem] wide:w-72 wide:flex-none">
      <SelectField
        label={t`Operator`}
        labelHidden
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{t`All operators`}</option>
        {known.map((it) => (
          <option key={it.id} value={it.id}>
            {it.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
