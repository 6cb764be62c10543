import { csvOf, type Cell } from '../../lib/csv.ts'
import { timestampIn } from '../../lib/date-texts.ts'
import { decimalText } from '../../lib/money.ts'
import type { Earnings, Work } from './within.ts'

export interface CsvWords {
  day: string
  income: string
  sessions: string
  revenue: string
  energy: string
  distance: string
  machines: string
  asOf: string
  /** That the money isn't real, where it isn't. */
  demo: string | undefined
}

/** What a file is of: the name of the kind of machines, the zone of its days, and since when its figures may be old. */
export interface About {
  machines: string
  zone: string
  /** In milliseconds. */
  asOf: number
}

/**
 * One line a day: all income, that of each product, what the machines did, and which machines these are, as of when.
 * Amounts are plain decimals with a point, energy is in Wh and distance in metres. Without `work` only the income. A
 * demonstration's file says in its last column that the money isn't real.
 */
export function statisticsCsv(
  earnings: Earnings,
  work: Work | undefined,
  words: CsvWords,
  { machines, zone, asOf }: About,
): string {
  const { currency, days, products } = earnings
  const about = [machines, timestampIn(zone, asOf)]
  const money = (minor: number): Cell => ({ figure: decimalText(minor, currency) })
  const workOn = new Map(work?.points.map((it) => [it.day, it]))
  const head = [`${words.day} (${zone})`, `${words.income} (${currency})`, ...products.map((it) => it.name)]
  const workHead = work ? [words.sessions, `${words.revenue} (${currency})`, words.energy, words.distance] : []
  const rows = days.map(({ day, amount }, at): Cell[] => {
    const did = workOn.get(day)
    const income = [day, money(amount), ...products.map((it) => money(it.amounts[at] ?? 0))]
    if (!work) return [...income, ...about]
    if (!did) return [...income, '', '', '', '', ...about]
    const figures = [did.sessions, decimalText(did.revenue, currency), did.energyWh, did.distanceM]
    return [...income, ...figures.map((figure) => ({ figure })), ...about]
  })
  return csvOf([[...head, ...workHead, words.machines, `${words.asOf} (${zone})`], ...rows], words.demo)
}
