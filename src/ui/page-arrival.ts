import { painted } from '../lib/painted.ts'

let arriving = false

/**
 * True from the moment at which a kept page is shown again until the browser has drawn it. Its parts then render new
 * data at once: deferred, the first frame would show the data from before.
 */
export const isPageArriving = () => arriving

/** Call this when a kept page is shown. */
export function pageArrived(): void {
  arriving = true
  void painted().then(() => {
    arriving = false
  })
}
