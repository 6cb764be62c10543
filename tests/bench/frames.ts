import type { Page } from 'playwright-core'
import { boxBuy, lotteryOpen } from '#protocol/games.ts'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown } from './phone.ts'

const rounds = Number(process.env['ROUNDS'] ?? 6)
/** From the answer on; every game moves as long as this. */
const windowMs = 1500
const games = [
  ['grid', '/subPages/box/index'],
  ['balls', '/subPages/box/index2'],
  ['nine boxes', '/subPages/box/index3'],
  ['many boxes', '/subPages/box/index4'],
] as const

declare global {
  interface Window {
    /** When frames began, in milliseconds. */
    frameTimes: number[]
  }
}

/** Frames of the main thread while each game moves. */
export function frames(): Promise<Figure[]> {
  return onPhone(async ({ page, slow }) => {
    const figures: Figure[] = []
    for (const [name, route] of games) {
      await page.evaluate((to) => {
        location.hash = to
      }, route)
      await page.getByRole('list', { name: 'Odds' }).waitFor()
      await slow(slowDown)
      const gaps: number[] = []
      const perSecond: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const begun = await play(page)
        perSecond.push((begun.length * 1000) / windowMs)
        gaps.push(...begun.slice(1).map((at, n) => at - (begun[n] ?? at)))
      }
      await slow(1)
      figures.push(
        {
          what: `${name}: frames, slowed ${slowDown} times, half of ${rounds} draws`,
          value: quantile(perSecond, 0.5),
          unit: 'per second',
        },
        { what: `${name}: 95 of 100 frames within`, value: quantile(gaps, 0.95), unit: 'ms' },
        { what: `${name}: longest`, value: quantile(gaps, 1), unit: 'ms' },
      )
    }
    return figures
  })
}

/** One draw; gives when the frames after the answer began. */
async function play(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: /^Play for/ }).waitFor()
  await page.evaluate(record)
  await page.getByRole('button', { name: /^Play for/ }).click()
  const result = page.getByRole('dialog')
  await result.waitFor()
  const begun = await page.evaluate(
    ([paths, ms]) => {
      const answers = performance
        .getEntriesByType('resource')
        .filter(({ name }) => paths.some((it) => name.endsWith(it)))
      const from = (answers.at(-1) as PerformanceResourceTiming).responseEnd
      performance.clearResourceTimings()
      return window.frameTimes.filter((at) => at >= from && at < from + ms)
    },
    [[lotteryOpen.path, boxBuy.path], windowMs] as const,
  )
  await result.getByRole('button', { name: 'Done' }).click()
  await result.waitFor({ state: 'detached' })
  return begun
}

function record(): void {
  const began: number[] = []
  window.frameTimes = began
  const next = (at: number) => {
    if (window.frameTimes !== began) return
    began.push(at)
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
