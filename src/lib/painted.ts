/** A page that goes into the background meanwhile draws no frame. */
const atLatestMs = 1000

/**
 * Resolves once the browser has drawn what changed until now, however slow it is; at once where nobody sees the page.
 */
export function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((done) => {
    requestAnimationFrame(() => {
      afterFrame(done)
      // Where frame follows frame, the next one may come before any task.
      requestAnimationFrame(() => done())
    })
    setTimeout(done, atLatestMs)
  })
}

/**
 * A timer would wait for all frames of an animation that a slow phone draws without a pause; a task like this doesn't.
 */
function afterFrame(run: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(run, { priority: 'user-blocking' })
  else setTimeout(run)
}
