import { useLingui } from '@lingui/react/macro'
import { Icon } from './icon.tsx'
import { TextField } from './text-field.tsx'

interface ListSearchProps {
  value: string
  onChange: (wanted: string) => void
  /** Names the list that is searched: "Search messages". */
  label: string
  /** A shorter text inside a field that shares its line. */
  placeholder?: string
  /** The number of entries: a short list needs no search. */
  of: number
  /** The least number of entries that shows the field: lower where the searched text isn't visible in the list. */
  from?: number
}

/** Search field for a list that is on this device, with or without a network. */
export function ListSearch({ value, onChange, label, placeholder = label, of, from = 8 }: ListSearchProps) {
  const { t } = useLingui()
  if (of < from && value === '') return null
  return (
    <TextField
      type="search"
      label={label}
      labelHidden
      placeholder={placeholder}
      title={t`Searches what's on this device`}
      value={value}
      enterKeyHint="search"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
    />
  )
}
