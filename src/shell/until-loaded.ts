const mostMs = 60_000
/** From this wait on, half a minute after the first failure, the page says what is missing (app.css). */
const wordMs = 20_000

/**
 * Loads a file that the app can't do without, for as long as that takes; never rejects. Waits double from 5 s to a
 * minute, and end when the network is back.
 */
export async function untilLoaded<T>(load: () => Promise<T>, waitMs = 5000): Promise<T> {
  const { dataset } = document.documentElement
  try {
    const loaded = await load()
    delete dataset.part
    return loaded
  } catch {
    if (waitMs > wordMs) dataset.part = 'missing'
    await occasion(waitMs)
    return untilLoaded(load, Math.min(waitMs * 2, mostMs))
  }
}

function occasion(waitMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs)
    addEventListener('online', resolve, { once: true })
  })
}
