const name = 'voltfolio-push-declined'

/** Whether notifications were answered for on this device: with "Not now", or turned on. The settings offer them still. */
export function wasPushDeclined(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    // Storage is blocked: a no could not be saved, so nobody is asked.
    return true
  }
}

export function declinePush(): void {
  try {
    localStorage.setItem(name, '1')
  } catch {
    // Storage is full: the next visit asks again.
  }
}
