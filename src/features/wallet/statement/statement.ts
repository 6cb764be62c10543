import type { Answer } from '#protocol/call.ts'
import type { statement, StatementLine } from '#protocol/books.ts'
import { checkChain, rootOf } from '../../../lib/bill-chain.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'

type Page = Answer<typeof statement>

/**
 * What checking a statement found: whole, or the first thing that doesn't agree. `at` is a line's number in the chain.
 */
export type Verdict =
  | { kind: 'intact' }
  /** It is another member's, or of other days than were asked for. */
  | { kind: 'other' }
  | { kind: 'broken'; at: number }
  /** Lines are missing, or there are more than were promised. */
  | { kind: 'incomplete'; promised: number; came: number }
  /** A wallet's balance before and its movements don't make its balance after. */
  | { kind: 'unbalanced'; account: string }
  /** It is whole in itself, and not what this device was shown before. */
  | { kind: 'rewritten'; at: number }
  /** A line of the period that this device was shown before is left out. */
  | { kind: 'missing'; at: number }

/**
 * A line of the chain that this device has seen, `at` an instant: what was shown once must stay as it was, and where it
 * was.
 */
export type Anchor = Pick<StatementLine, 'number' | 'hash' | 'at'>

/** Whose statement is wanted, of which days: both included, and days of `zone`. */
export interface Wanted {
  memberId: string
  from: string
  to: string
  zone: string
}

/** A statement as a file tells it, checked. */
export interface Statement extends Pick<Page, 'memberId' | 'from' | 'to' | 'opening' | 'closing' | 'last'> {
  lines: readonly StatementLine[]
  verdict: Verdict
}

interface Reading {
  readPage: (after: string | undefined) => Promise<Page>
  /** What part of its lines came and was checked, 0 to 1. */
  onProgress: (part: number) => void
  wanted: Wanted
  anchors: readonly Anchor[]
}

/**
 * Reads a whole statement and checks it as it comes: that it is what was asked for, each line's hash from the one
 * before (`lib/bill-chain.ts`), the first from the member's own id where the chain begins with it, the number of lines,
 * the balances, and what was seen before. A period that begins later and in which nothing was seen hangs on the
 * server's word alone.
 */
export async function collectStatement({ readPage, onProgress, wanted, anchors }: Reading): Promise<Statement> {
  const first = await readPage(undefined)
  const lines: StatementLine[] = []
  let hash = first.previous
  let verdict: Verdict = { kind: 'intact' }
  for (let page: Page | undefined = first; page;) {
    if (!isWanted(page, wanted)) verdict = { kind: 'other' }
    const broken: number | undefined =
      verdict.kind === 'intact' ? await brokenAt(hash, lines.at(-1)?.number, page.items) : undefined
    if (broken !== undefined) verdict = { kind: 'broken', at: broken }
    hash = page.items.at(-1)?.hash ?? hash
    lines.push(...page.items)
    onProgress(first.lines === 0 ? 1 : Math.min(1, lines.length / first.lines))
    // More than was promised would go on for ever.
    page = page.next === undefined || lines.length > first.lines ? undefined : await readPage(page.next)
  }
  if (verdict.kind === 'intact')
    verdict = (await verdictOf(first, lines)) ?? seenBefore(first, lines, { wanted, anchors }) ?? verdict
  const { memberId, from, to, opening, closing, last } = first
  return { memberId, from, to, opening, closing, last, lines, verdict }
}

/** A server whose answers begin with one member and go on with another is noticed at the page where it does. */
function isWanted(page: Page, wanted: Wanted): boolean {
  return page.memberId === wanted.memberId && page.from === wanted.from && page.to === wanted.to
}

async function brokenAt(
  hash: string,
  before: number | undefined,
  items: readonly StatementLine[],
): Promise<number | undefined> {
  const [next] = items
  if (before !== undefined && next && next.number !== before + 1) return next.number
  const chain = await checkChain(hash, items)
  return chain.holds ? undefined : chain.brokenAt
}

async function verdictOf(first: Page, lines: readonly StatementLine[]): Promise<Verdict | undefined> {
  const [start] = lines
  if (start?.number === 1 && first.previous !== (await rootOf(first.memberId))) return { kind: 'broken', at: 1 }
  if (lines.length !== first.lines) return { kind: 'incomplete', promised: first.lines, came: lines.length }
  if ((lines.at(-1)?.hash ?? first.previous) !== first.last) return { kind: 'broken', at: lines.at(-1)?.number ?? 0 }
  const account = unbalanced(first, lines)
  return account === undefined ? undefined : { kind: 'unbalanced', account }
}

/**
 * The first line seen before that is not as it was; `missing` where it belongs to the days and is not among the lines.
 */
function seenBefore(
  first: Page,
  lines: readonly StatementLine[],
  { wanted, anchors }: Pick<Reading, 'wanted' | 'anchors'>,
): Verdict | undefined {
  for (const { number, hash, at } of anchors) {
    const shown = hashAt(number, first, lines)
    if (shown !== undefined && shown !== hash) return { kind: 'rewritten', at: number }
    const day = dayIn(wanted.zone, millisOf(at))
    if (shown === undefined && wanted.from <= day && day <= wanted.to) return { kind: 'missing', at: number }
  }
  return undefined
}

function hashAt(number: number, { previous }: Page, lines: readonly StatementLine[]): string | undefined {
  const start = lines[0]?.number
  return start !== undefined && number === start - 1 ? previous : lines.find((it) => it.number === number)?.hash
}

/** The first account whose figures don't agree. */
function unbalanced({ opening, closing }: Page, lines: readonly StatementLine[]): string | undefined {
  const left = new Map<string, bigint>()
  const add = (account: string, currency: string, amount: number, sign: 1n | -1n) => {
    const key = `${account} ${currency}`
    left.set(key, (left.get(key) ?? 0n) + BigInt(amount) * sign)
  }
  for (const it of [...opening, ...lines]) add(it.account, it.currency, it.amount, 1n)
  for (const it of closing) add(it.account, it.currency, it.amount, -1n)
  return [...left].find(([, rest]) => rest !== 0n)?.[0].split(' ')[0]
}
