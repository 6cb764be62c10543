import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type Ref } from 'react'
import { controlClass, Field, inputClass } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { regionsOf } from './queries.ts'
import { placesOf, recentPlaces, type Place } from './region-index.ts'
import { RegionList } from './region-list.tsx'
import { useAddresses } from './use-addresses.ts'

interface RegionPickerProps {
  country: string
  /** Id of the city, or empty. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
  /** The button, so that the form can focus it at a validation error. */
  ref?: Ref<HTMLButtonElement>
}

/** The city of an address: a field that opens the index of a country's places. It works offline. */
export function RegionPicker({ country, value, onChange, error, ref }: RegionPickerProps) {
  const { t } = useLingui()
  const query = useQuery(regionsOf(country))
  const { shown } = useAddresses()
  const [isOpen, setOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  // Only a wide screen focuses the search field: on a phone the keyboard would cover the list at once.
  const isWide = useWide()
  const places = placesOf(query.data?.items ?? [])
  const chosen = places.find((it) => it.id === value)
  const label = t`City or district`
  const words = chosen ? written(chosen) : t`Choose`
  const choose = (place: Place) => {
    onChange(place.id)
    setOpen(false)
  }
  return (
    <>
      <Field label={label} error={error}>
        {(links) => (
          <button
            {...links}
            // ARIA allows no `aria-invalid` on a button. Its description carries the error.
            aria-invalid={undefined}
            data-error={error === undefined ? undefined : true}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            aria-label={`${label}: ${words}`}
            onClick={() => setOpen(true)}
            className={`${controlClass(Boolean(error))} text-start`}
          >
            <span className={`${inputClass} flex items-center py-2 ${chosen ? '' : 'text-ink-soft'}`}>{words}</span>
            <Icon name="chevron-down" size="small" className="me-4 text-ink-soft" />
          </button>
        )}
      </Field>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={label} {...(isWide && { firstFocus: search })}>
        <QueryStates query={query}>
          {() => (
            <RegionList
              places={places}
              recent={recentPlaces(
                places,
                shown.map((it) => it.regionId),
              )}
              chosen={value}
              onChoose={choose}
              searchRef={search}
            />
          )}
        </QueryStates>
      </Sheet>
    </>
  )
}

function written({ name, part }: Place): string {
  return part === '' || part === name ? name : `${name}, ${part}`
}
