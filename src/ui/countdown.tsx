import { useSecondsLeft } from './use-seconds-left.ts'

/** Time left until an instant: `2:05:09`, `05:09`. Not a live region, which would read every second aloud. */
export function Countdown({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  return (
    <span role="timer" aria-live="off" className="figures">
      {clockText(left)}
    </span>
  )
}

/** Seconds as `mm:ss`, with hours and days before them where there are any. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] ? parts : parts.slice(1))
    .map((part, place) => String(part).padStart(place === 0 && parts[0] ? 1 : 2, '0'))
    .join(':')
}
