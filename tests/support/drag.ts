import type { Page } from 'playwright-core'

/** Drags one finger from a point by `down` and `aside` pixels, in steps as a touch screen reports them. */
export async function drag(page: Page, from: { x: number; y: number }, down: number, aside = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: from.x + aside * part, y: from.y + down * part }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 12; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 12) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
