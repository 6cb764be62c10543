const name = 'voltfolio-push-declined'

/** Whether the offer was answered on this device, by "Not now" or by turning them on. The settings offer them still. */
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
