import type { ReactNode } from 'react'
import { useController, type Control } from 'react-hook-form'
import { PinField } from '../../ui/pin-field.tsx'
import { useValidationErrors } from './validation-errors.ts'
import type { TransactionForm } from './transaction-schemas.ts'

interface PinInputProps {
  control: Control<TransactionForm>
  name: 'old' | 'password' | 'confirm'
  label: ReactNode
  hint?: ReactNode
}

/** A form field of six digits, one cell each. */
export function PinInput({ control, name, label, hint }: PinInputProps) {
  const say = useValidationErrors()
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController({ control, name })
  return (
    <PinField
      label={label}
      hint={hint}
      value={value}
      onChange={onChange}
      firstCell={ref}
      error={say(fieldState.error?.message)}
    />
  )
}
