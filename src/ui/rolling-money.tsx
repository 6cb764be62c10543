import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { formatMoney } from '../lib/money.ts'
import { isStill } from '../lib/still.ts'

interface RollingMoneyProps {
  /** Minor units, an integer. */
  value: number
  currency: string
  /** Counts up to it once; otherwise, and where the system asks for less movement, it stands there at once. */
  rolls: boolean
}

const rollMs = 700

/** An amount that counts up. Screen readers hear the amount itself only; its room is taken from the start. */
export function RollingMoney({ value, currency, rolls }: RollingMoneyProps) {
  const { i18n } = useLingui()
  const [shown, setShown] = useState(() => (rolls && !isStill() ? 0 : value))
  useEffect(() => {
    if (shown === value) return
    const started = performance.now()
    let frame = requestAnimationFrame(function next(at) {
      const progress = (at - started) / rollMs
      setShown(rolledTo(value, progress))
      if (progress < 1) frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it starts once, whatever is shown meanwhile
  }, [value])
  const text = formatMoney(value, currency, i18n.locale)
  return (
    <data value={value} className="figures relative inline-block whitespace-nowrap">
      <span className={shown === value ? undefined : 'opacity-0'}>{text}</span>
      {shown !== value && (
        // No text of the document: what isn't the amount is neither found, copied nor announced.
        <span
          aria-hidden
          data-shown={formatMoney(shown, currency, i18n.locale)}
          className="absolute inset-y-0 end-0 after:content-[attr(data-shown)]"
        />
      )}
    </data>
  )
}

/** What is shown at a progress from 0 to 1, fast at first; whole minor units, never more than the amount. */
export function rolledTo(value: number, progress: number): number {
  if (progress >= 1) return value
  return Math.trunc(value * (1 - (1 - Math.max(0, progress)) ** 3))
}
