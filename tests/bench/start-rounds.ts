import { quantile, type Figure } from './figure.ts'

const rounds = Number(process.env['ROUNDS'] ?? 5)

export const ms = (what: string, value: number): Figure => ({ what, value, unit: 'ms' })

/** Runs `measure`, whose figures are the same each time, `ROUNDS` times (5 if not said) and takes their medians. */
export async function medians(measure: () => Promise<Figure[]>): Promise<Figure[]> {
  const samples: Figure[][] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await measure())
  return (samples[0] ?? []).map((figure, index) => {
    const values = samples.map((it) => it[index]?.value ?? Number.NaN)
    return { ...figure, value: quantile(values, 0.5) }
  })
}
