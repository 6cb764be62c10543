/** Whether the page is in front. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Runs `run` once, as soon as the page is in front: now if it is. Returns a function that cancels this. */
export function whenVisible(run: () => void): () => void {
  const look = () => {
    if (!isVisible()) return
    cancel()
    run()
  }
  const cancel = () => document.removeEventListener('visibilitychange', look)
  document.addEventListener('visibilitychange', look)
  look()
  return cancel
}
