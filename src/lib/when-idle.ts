/**
 * Does `work` once what is being drawn is in sight and the page has nothing more pressing to do, after `atLatestMs` in
 * any case.
 */
export function whenIdle(work: () => void, atLatestMs: number): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    work()
  }
  // A page in the background draws nothing. Safari doesn't say when it is idle.
  setTimeout(once, 'requestIdleCallback' in globalThis ? atLatestMs : 200)
  globalThis.requestAnimationFrame?.(() => requestAnimationFrame(() => globalThis.requestIdleCallback?.(once)))
}
