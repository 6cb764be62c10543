import { useState } from 'react'

/**
 * The value of before while `isHeld`. A stage keeps the odds that were played until it has landed, and the stock of a
 * prize doesn't tell the result too early.
 */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, hold] = useState(value)
  if (!isHeld && held !== value) hold(value)
  return isHeld ? held : value
}
