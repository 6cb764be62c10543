import type { Page } from 'playwright-core'
import { machineSwarm } from '#tests/support/machine-swarm.ts'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown } from './phone.ts'

const count = 10_000
const strokes = 12

declare global {
  interface Window {
    /** Milliseconds between frames, while they are recorded. */
    mapFrames?: number[]
  }
}

/**
 * Times between frames while a map with 10,000 machines is dragged and zoomed: without streets, and over those of the
 * demonstration.
 */
export async function map(): Promise<Figure[]> {
  return [...(await measured('without streets')), ...(await measured('over streets'))]
}

function measured(how: 'without streets' | 'over streets'): Promise<Figure[]> {
  return onPhone(
    async ({ server, page, slow }) => {
      await page
        .context()
        .route('**/wx/g/vehicle/position/list*', (route) =>
          route.fulfill({ headers: { 'x-voltfolio': '1' }, json: { errno: 0, errmsg: '', data: machineSwarm(count) } }),
        )
      await page.goto(`${server.origin}/#/choose-location`)
      await page.getByText('10,000 machines').waitFor({ timeout: 60_000 })
      if (how === 'over streets') await page.getByText('Invented streets').waitFor()
      await slow(slowDown)
      const dragged = await framesOf(page, () => drag(page))
      const zoomed = await framesOf(page, () => zoom(page))
      await slow(1)
      return [...figuresOf(`${how}, dragged`, dragged), ...figuresOf(`${how}, zoomed`, zoomed)]
    },
    how === 'without streets' ? { env: { TILES: '0' } } : {},
  )
}

function figuresOf(what: string, frames: readonly number[]): Figure[] {
  return [
    {
      what: `${count} machines on a map, slowed ${slowDown} times, ${what}: half of the frames`,
      value: quantile(frames, 0.5),
      unit: 'ms',
    },
    { what: '95 of 100 within', value: quantile(frames, 0.95), unit: 'ms' },
    { what: 'the longest', value: Math.max(...frames), unit: 'ms' },
  ]
}

async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = (window.mapFrames = [])
    let before = performance.now()
    const next = (now: number) => {
      if (window.mapFrames !== frames) return
      frames.push(now - before)
      before = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await act()
  return page.evaluate(() => {
    const frames = window.mapFrames ?? []
    delete window.mapFrames
    return frames
  })
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('group', { name: 'Map of the machines in the list' }).boundingBox()
  if (!box) throw new Error('the map is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page): Promise<void> {
  const { x, y } = await middleOf(page)
  for (let stroke = 0; stroke < strokes; stroke++) {
    const side = stroke % 2 === 0 ? 1 : -1
    await page.mouse.move(x - 120 * side, y)
    await page.mouse.down()
    await page.mouse.move(x + 120 * side, y + 60 * side, { steps: 30 })
    await page.mouse.up()
  }
}

/** Two fingers that part and close again. */
async function zoom(page: Page): Promise<void> {
  const { x, y } = await middleOf(page)
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    })
  for (let stroke = 0; stroke < strokes; stroke++) {
    const [from, to] = stroke % 2 === 0 ? [20, 120] : [120, 20]
    await touch('touchStart', from)
    for (let step = 1; step <= 30; step++) await touch('touchMove', from + ((to - from) * step) / 30)
    await touch('touchEnd', to)
  }
}
