import { recordAdd } from '#protocol/settings.ts'
import { systemClock } from '../lib/clock.ts'
import { reported } from '../lib/report.ts'
import { createEmitter } from '../lib/signal.ts'
import { commands } from './current-commands.ts'
import { currentOutbox } from './current-outbox.ts'
import { dismiss } from './dismiss.ts'
import { emptyTally, isDue, readTally, tallied, usesOf, type Tally } from './usage-tally.ts'

const consentName = 'voltfolio-usage'
const tallyName = 'voltfolio-uses'

const consentChanges = createEmitter()

/**
 * Whether this device may count which pages are opened; false until somebody agrees in the settings. Read anew each
 * time, and watched for `useSyncExternalStore`: another tab may have taken the consent back.
 */
export const usageConsent = {
  getSnapshot: () => stored(consentName) === 'yes',
  subscribe(listener: () => void) {
    const stop = consentChanges.subscribe(listener)
    addEventListener('storage', listener)
    return () => {
      stop()
      removeEventListener('storage', listener)
    }
  },
}

/**
 * Agrees, or takes it back: then what was counted and not sent yet is forgotten, also where an attempt to send it has
 * failed.
 */
export async function agreeToUsage(isAgreed: boolean): Promise<void> {
  store(consentName, isAgreed ? 'yes' : undefined)
  consentChanges.emit()
  if (isAgreed) return
  store(tallyName, undefined)
  const unsent = commands.getSnapshot().filter((it) => it.call === recordAdd.path && it.state !== 'applied')
  for (const { id } of unsent) await dismiss(id)
}

/**
 * Counts a page of the sitemap, without what was open on it, where the member agreed. At most once an hour the counts
 * are queued as one command (docs/decisions/0040).
 */
export function noteUse(path: string): void {
  if (!usageConsent.getSnapshot()) return
  const now = systemClock.now()
  const tally = tallied(readTally(stored(tallyName)) ?? emptyTally(now), path)
  if (isDue(tally, now)) void send(tally, now).catch(reported('usage: queue'))
  else store(tallyName, JSON.stringify(tally))
}

/** A device that can't save them loses some counts, and nothing of the member's. */
async function send(tally: Tally, now: number): Promise<void> {
  store(tallyName, JSON.stringify(emptyTally(now)))
  await (await currentOutbox())?.enqueue(recordAdd, { uses: usesOf(tally) })
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Refused storage: nobody has agreed.
    return null
  }
}

function store(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Without storage there is neither consent nor a count.
  }
}
