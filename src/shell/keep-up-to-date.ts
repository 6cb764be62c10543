/** The part of the browser's registration used here. */
export interface Registered {
  update(): Promise<unknown>
}

export interface UpToDate {
  /** The registration; undefined where the first install failed, because the browser then forgets it. */
  registered(): Promise<Registered | undefined>
  register(): Promise<unknown>
  /** Whether the device had no worker when this page began. One that it has now was fetched a moment ago. */
  isFirst: boolean
  /** Calls `run` at each occasion: at intervals, when the page becomes visible, when the network is back. */
  onOccasion(run: () => void): void
}

/**
 * Checks for a newer build at each occasion, one check at a time. A failed install is resumed, and fetches only the
 * missing files.
 */
export function keepUpToDate({ registered, register, isFirst, onOccasion }: UpToDate): void {
  let isLooking = false

  async function look(isNew = false) {
    if (isLooking) return
    isLooking = true
    try {
      const registration = await registered()
      if (!registration) await register()
      else if (!isNew) await registration.update()
    } catch {
      // No network, or the install failed again, which the worker reports: the next occasion retries.
    } finally {
      isLooking = false
    }
  }

  onOccasion(() => void look())
  void look(isFirst)
}
