import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Region } from '#protocol/addresses.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { regionsOf } from './queries.ts'

interface RegionPickerProps {
  country: string
  /** Id of the city, or empty. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** Province, then city: the platform's own pickers, from what is saved on this device. */
export function RegionPicker({ country, ...rest }: RegionPickerProps) {
  const query = useQuery(regionsOf(country))
  return (
    <QueryStates query={query} skeleton={<Pickers {...rest} items={[]} />}>
      {({ items }) => <Pickers {...rest} items={items} />}
    </QueryStates>
  )
}

function Pickers({ items, value, onChange, error }: Omit<RegionPickerProps, 'country'> & { items: readonly Region[] }) {
  const { t, i18n } = useLingui()
  const [chosenPart, choosePart] = useState<string>()
  const part = chosenPart ?? items.find((it) => it.id === value)?.parentId ?? ''
  const byName = (a: Region, b: Region) => a.name.localeCompare(b.name, i18n.locale)
  const cities = items.filter((it) => it.parentId === part && it.leaf).toSorted(byName)
  const pickPart = (id: string) => {
    const within = items.filter((it) => it.parentId === id)
    choosePart(id)
    onChange(within.length === 1 ? within[0]!.id : '')
  }
  return (
    <>
      <SelectField
        label={t`Province or state`}
        error={part === '' && error}
        value={part}
        onChange={(event) => pickPart(event.target.value)}
      >
        <option value="" hidden>{t`Choose`}</option>
        {items
          .filter((it) => it.parentId === null)
          .toSorted(byName)
          .map((it) => (
            <option key={it.id} value={it.id}>
              {it.name}
            </option>
          ))}
      </SelectField>
      <SelectField
        label={<Trans>City or district</Trans>}
        error={part !== '' && error}
        disabled={part === ''}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" hidden>{t`Choose`}</option>
        {cities.map((it) => (
          <option key={it.id} value={it.id}>
            {it.name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
