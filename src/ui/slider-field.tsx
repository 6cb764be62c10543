import type { ReactNode } from 'react'
import { Field } from './field.tsx'

interface SliderFieldProps {
  label: ReactNode
  min: number
  max: number
  value: number
  onChange: (value: number) => void
  /** CSS colours from the smallest value to the largest, for a track that shows what is chosen. */
  track: readonly string[]
}

/** A choice among many values where an approximate value is good enough. */
export function SliderField({ label, min, max, value, onChange, track }: SliderFieldProps) {
  const colours = track.join(',')
  return (
    <Field label={label}>
      {({ id }) => (
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          value={value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="slider min-h-11 w-full cursor-pointer rounded-full"
          style={{ '--track': colours } as Record<string, string>}
        />
      )}
    </Field>
  )
}
