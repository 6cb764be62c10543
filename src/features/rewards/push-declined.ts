import { signedInId } from '../../cache/cache.ts'

const nameNow = () => `voltfolio-push-declined-${signedInId() ?? 'visitor'}`

/**
 * Whether the member has answered the offer on this device, by "Not now" or by turning them on. The settings offer them
 * still.
 */
export function wasPushDeclined(): boolean {
  try {
    return localStorage.getItem(nameNow()) !== null
  } catch {
    // Storage is blocked: a no could not be saved, so nobody is asked.
    return true
  }
}

export function declinePush(): void {
  try {
    localStorage.setItem(nameNow(), '1')
  } catch {
    // Storage is full: the next visit asks again.
  }
}
