import { systemClock } from '../../lib/clock.ts'
import { DAY } from '../../lib/dates.ts'

const name = 'voltfolio-invite-code'
const keptMs = 30 * DAY

/**
 * The code of the last invitation link that was opened on this device: whoever looks round first registers with it all
 * the same. Undefined 30 days after the link.
 */
export function savedInviteCode(): string | undefined {
  try {
    const [at, code] = (localStorage.getItem(name) ?? '').split(' ')
    if (code && systemClock.now() - Number(at) < keptMs) return code
    localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  return undefined
}

export function saveInviteCode(code: string): void {
  try {
    localStorage.setItem(name, `${systemClock.now()} ${code}`)
  } catch {
    // Storage is blocked or full: only the link itself fills in the code.
  }
}

export function forgetInviteCode(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // As above.
  }
}
