/** The part of the browser's registration used here. */
export interface Registered {
  update(): Promise<unknown>
}

export interface UpToDate {
  /** The registration, undefined where the first install failed: the browser then forgets it. */
  registered(): Promise<Registered | undefined>
  register(): Promise<unknown>
  /** Calls `run` at each occasion: now and then, when the page comes into sight, when the network is back. */
  onOccasion(run: () => void): void
}

/**
 * Looks for a newer build at each occasion, one look at a time. An install that failed is taken up again there, and
 * fetches only the files it doesn't have yet.
 */
export function keepUpToDate({ registered, register, onOccasion }: UpToDate): void {
  let isLooking = false

  async function look() {
    if (isLooking) return
    isLooking = true
    try {
      const registration = await registered()
      await (registration ? registration.update() : register())
    } catch {
      // No network, or the install failed again, which the worker reports: the next occasion tries once more.
    } finally {
      isLooking = false
    }
  }

  onOccasion(() => void look())
  void look()
}
