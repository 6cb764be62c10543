import { createSignal } from './signal.ts'

/**
 * Which amounts a member hides on this device (docs/privacy.md): `hidden`, all of the member's own; `away`, only while
 * the app is in the background. A text of these words, empty where nothing is hidden.
 */
export const hiddenAmountsName = (memberId: string) => `voltfolio-amounts-${memberId}`

/** Whether amounts of the member's own are drawn as dots now. */
export const amountsHidden = createSignal(false)

/** Synchronous, before the first frame: no amount may flash up. A visitor has no amounts of their own. */
export function hideAmountsAs(memberId: string | undefined): void {
  amountsHidden.set(hiddenAmountsOf(memberId).includes('hidden'))
}

export function hiddenAmountsOf(memberId: string | undefined): string {
  try {
    return (memberId && localStorage.getItem(hiddenAmountsName(memberId))) || ''
  } catch {
    // Storage is blocked: nothing was chosen.
    return ''
  }
}
