/**
 * Runs `work` after the next frame was drawn and the browser is idle, at the latest after `atLatestMs` milliseconds.
 */
export function whenIdle(work: () => void, atLatestMs: number): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    work()
  }
  // A page in the background draws no frames, and Safari has no requestIdleCallback.
  setTimeout(once, 'requestIdleCallback' in globalThis ? atLatestMs : 200)
  globalThis.requestAnimationFrame?.(() => requestAnimationFrame(() => globalThis.requestIdleCallback?.(once)))
}
