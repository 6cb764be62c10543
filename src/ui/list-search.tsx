import { useLingui } from '@lingui/react/macro'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

interface ListSearchProps {
  value: string
  onChange: (wanted: string) => void
  /** What is looked through: "Search messages". */
  label: string
  /** How many entries there are; a list seen at a glance needs no search. */
  of: number
  /** From how many on it is there: fewer where what is searched isn't seen in the list. */
  from?: number
}

/** Looks through a list on this device, with or without a network. */
export function ListSearch({ value, onChange, label, of, from = 8 }: ListSearchProps) {
  const { t } = useLingui()
  if (of < from && value === '') return null
  return (
    <TextField
      type="search"
      label={label}
      labelHidden
      placeholder={label}
      title={t`Searches what is on this device`}
      value={value}
      enterKeyHint="search"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
    />
  )
}
