import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { typedQuantity } from './typed-quantity.ts'

interface QuantityStepperProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
}

/** A quantity: two buttons and a number that can be typed. The value never leaves min … max. */
export function QuantityStepper({ label, value, onChange, min = 1, max }: QuantityStepperProps) {
  const { t } = useLingui()
  // What is typed and no quantity yet, until the field is left.
  const [typed, setTyped] = useState<string>()
  const set = (next: number) => {
    setTyped(undefined)
    onChange(Math.min(max, Math.max(min, next)))
  }
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex w-fit items-center rounded-full border border-edge bg-surface has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-accent-ink"
    >
      <IconButton icon="minus" label={t`One fewer`} disabled={value <= min} onClick={() => set(value - 1)} />
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        size={Math.max(2, String(max).length)}
        onChange={({ target }) => {
          const next = typedQuantity(target.value, min, max)
          if (!next) return
          setTyped(next.text)
          if (next.value !== undefined) onChange(next.value)
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (step) {
            event.preventDefault()
            set(value + step)
          }
          // A form isn't sent with a quantity that it doesn't show: this shows it.
          if (event.key === 'Enter' && typed !== undefined) {
            event.preventDefault()
            setTyped(undefined)
          }
        }}
        onBlur={() => setTyped(undefined)}
        onFocus={(event) => event.target.select()}
        className="figures min-h-11 bg-transparent text-center font-strong outline-none"
      />
      <IconButton icon="plus" label={t`One more`} disabled={value >= max} onClick={() => set(value + 1)} />
    </div>
  )
}
