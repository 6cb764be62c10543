/** A database that is gone, or has no connection left, is when health and figures are needed most. */
const patienceMs = 2_000

/** What is found, or `late` where it takes more than two seconds. Throws as `found` does. */
export async function inTime<T>(found: Promise<T>, late: T): Promise<T> {
  const { promise: over, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => {
    resolve(late)
  }, patienceMs)
  return await Promise.race([found, over]).finally(() => {
    clearTimeout(timer)
  })
}
