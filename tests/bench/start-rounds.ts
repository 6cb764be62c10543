import type { BrowserContextOptions } from 'playwright-core'
import { quantile, type Figure } from './figure.ts'

/** Figures of one round; the unit stands at the end of each name, in brackets. */
export type Sample = Record<string, number>

export const phoneContext: BrowserContextOptions = {
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'en-US',
  timezoneId: 'Asia/Jakarta',
}

const rounds = Number(process.env['ROUNDS'] ?? 5)

/** Runs `measure` `ROUNDS` times, 5 if not said, and takes each figure's median. */
export async function medians(measure: () => Promise<Sample>): Promise<Figure[]> {
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await measure())
  return Object.keys(samples[0] ?? {}).map((name) => {
    const [, what = name, unit = 'ms'] = /^(.*) \((.*)\)$/.exec(name) ?? []
    const value = quantile(
      samples.map((it) => it[name] ?? Number.NaN),
      0.5,
    )
    return { what, value, unit: unit as Figure['unit'] }
  })
}
