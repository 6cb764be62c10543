/** A page in the background draws no frame. */
const atLatestMs = 50

/** Resolves once the browser has drawn what changed until now. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, atLatestMs)
  })
}
