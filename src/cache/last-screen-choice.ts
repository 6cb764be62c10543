/** Present while this device doesn't open with the last screen (docs/privacy.md). */
const lastScreenOff = 'voltfolio-last-screen-off'

/** Whether this device keeps the last screen for the next start. False where storage is blocked. */
export function keepsLastScreen(): boolean {
  try {
    return localStorage.getItem(lastScreenOff) === null
  } catch {
    return false
  }
}

/** Saves that choice. Throws where the browser refuses storage; then nothing is kept either. */
export function saveKeepsLastScreen(keeps: boolean): void {
  if (keeps) localStorage.removeItem(lastScreenOff)
  else localStorage.setItem(lastScreenOff, '1')
}
