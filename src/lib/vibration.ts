const name = 'voltfolio-vibration'

/** Whether this device can vibrate; Safari and most desktops can't. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator
}

/** Whether the person wants it, on this device; true until they switch it off. */
export function wantsVibration(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    // Refused storage: nothing was switched off.
    return true
  }
}

export function saveVibration(isOn: boolean): void {
  try {
    localStorage.setItem(name, isOn ? 'on' : 'off')
  } catch {
    // Holds until the page closes.
  }
}

/** Milliseconds of movement and rest in turn. Nothing where the device can't, or the person doesn't want it. */
export function vibrate(pattern: readonly number[]): void {
  // Browsers refuse it, with a complaint, before the page was touched.
  if (canVibrate() && wantsVibration() && navigator.userActivation?.hasBeenActive) navigator.vibrate([...pattern])
}
