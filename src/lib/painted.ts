/** A page that goes into the background meanwhile draws no frame. */
const atLatestMs = 1000

/**
 * Resolves once the browser has drawn what changed until now, however slow it is; at once where nobody sees the page.
 */
export function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, atLatestMs)
  })
}
