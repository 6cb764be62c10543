import type { ReactNode } from 'react'
import { Field } from './field.tsx'

interface SliderFieldProps {
  label: ReactNode
  min: number
  max: number
  value: number
  onChange: (value: number) => void
  /** CSS colours from least to most, for a track that shows what is chosen. */
  track: readonly string[]
}

/** One of many values where near is good enough. */
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
