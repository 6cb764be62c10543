import { createEmitter } from '../lib/signal.ts'
import { applyLook, lookName, type Base, type Look } from './look.ts'

/** Emits after another look was saved. */
export const lookChanges = createEmitter()

/** Applies a look to the page and saves it for the next start. */
export function saveLook(look: Look & Base): void {
  applyLook(look, look.theme)
  try {
    localStorage.setItem(lookName, JSON.stringify(look))
  } catch {
    // Without storage the look holds until the page closes.
  }
  lookChanges.emit()
}
