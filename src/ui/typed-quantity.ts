import { latinDigits } from '../lib/digits.ts'

interface TypedQuantity {
  /** Undefined where the field is empty: the quantity stays as it was. */
  value?: number
  /** What the field shows in place of the value. */
  text?: string
}

/**
 * Reads a quantity between `min` and `max` while it is typed. An empty field or a number below `min` may be the
 * beginning of a quantity, so its text stays. Undefined for anything but digits.
 */
export function typedQuantity(typed: string, min: number, max: number): TypedQuantity | undefined {
  const text = latinDigits(typed)
  if (text === '') return { text }
  if (!/^\d{1,9}$/.test(text)) return undefined
  const number = Number(text)
  return number < min ? { value: min, text } : { value: Math.min(max, number) }
}
