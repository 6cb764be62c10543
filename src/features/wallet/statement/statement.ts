import type { Answer } from '#protocol/call.ts'
import type { statement, StatementLine } from '#protocol/books.ts'
import { checkChain, rootOf } from '../../../lib/bill-chain.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'

type Page = Answer<typeof statement>

/** The result of checking a statement: intact, or the first contradiction. `at` is a line's number in the chain. */
export type Verdict =
  | { kind: 'intact' }
  /** The statement is another member's, or of other days than requested. */
  | { kind: 'other' }
  | { kind: 'broken'; at: number }
  /** Lines are missing, or there are more than the server announced. */
  | { kind: 'incomplete'; promised: number; came: number }
  /** A wallet's opening balance and its movements don't add up to its closing balance. */
  | { kind: 'unbalanced'; account: string }
  /** The chain is intact in itself, but differs from the one that this device saw before. */
  | { kind: 'rewritten'; at: number }
  /** A line of the period that this device saw before is missing. */
  | { kind: 'missing'; at: number }
  /**
   * The chain is intact, and the server says that it was restored to `asOf`: that is why it lacks the lines in `gone`,
   * which this device saw.
   */
  | { kind: 'restored'; asOf: string; gone: readonly Anchor[] }

/**
 * A line of the chain that this device has seen, `at` an instant. A later statement must contain it unchanged, with the
 * same number.
 */
export type Anchor = Pick<StatementLine, 'number' | 'hash' | 'at'>

/** The requested statement: the member and the days, both included, in `zone`. */
export interface Wanted {
  memberId: string
  from: string
  to: string
  zone: string
}

/** A checked statement with everything that its files contain. */
export interface Statement extends Pick<Page, 'memberId' | 'from' | 'to' | 'opening' | 'closing' | 'last'> {
  lines: readonly StatementLine[]
  verdict: Verdict
  /** When the server was asked, in milliseconds: later movements are not in it. */
  readAt: number
}

interface Reading {
  readPage: (after: string | undefined) => Promise<Page>
  /** The part of its lines that is read and checked, 0 to 1. */
  onProgress: (part: number) => void
  wanted: Wanted
  anchors: readonly Anchor[]
  /** Now, in milliseconds. */
  readAt: number
}

/**
 * Reads a whole statement and checks it page by page: the member and the days; each line's hash from the line before
 * (`lib/bill-chain.ts`); the first hash from the member's id where the chain begins; the number of lines; the balances;
 * and the lines that this device saw before, of which a restore of the server may have taken some. Where a period
 * begins later and this device has seen none of its lines, its first hash can't be checked.
 */
export async function collectStatement({ readPage, onProgress, wanted, anchors, readAt }: Reading): Promise<Statement> {
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
    // A server that sends more lines than announced could go on for ever.
    page = page.next === undefined || lines.length > first.lines ? undefined : await readPage(page.next)
  }
  if (verdict.kind === 'intact')
    verdict = (await verdictOf(first, lines)) ?? seenBefore(first, lines, { wanted, anchors }) ?? verdict
  const { memberId, from, to, opening, closing, last } = first
  return { memberId, from, to, opening, closing, last, lines, verdict, readAt }
}

/** Checked on every page: a server could begin with one member's lines and continue with another's. */
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
 * The first line that this device saw before and that has changed; `missing` where it is of these days and not among
 * the lines. Lines that went with a restore of the server count only where no other line contradicts.
 */
function seenBefore(
  first: Page,
  lines: readonly StatementLine[],
  { wanted, anchors }: Pick<Reading, 'wanted' | 'anchors'>,
): Verdict | undefined {
  const gone: Anchor[] = []
  let asOf: string | undefined
  for (const anchor of anchors) {
    const { number, hash, at } = anchor
    const shown = hashAt(number, first, lines)
    const day = dayIn(wanted.zone, millisOf(at))
    if (shown === undefined ? day < wanted.from || wanted.to < day : shown === hash) continue
    const restore = first.restores?.find((it) => isWithin(it, at))
    if (!restore) return { kind: shown === undefined ? 'missing' : 'rewritten', at: number }
    gone.push(anchor)
    asOf = asOf === undefined || restore.asOf < asOf ? restore.asOf : asOf
  }
  return asOf === undefined ? undefined : { kind: 'restored', asOf, gone }
}

/** A restore stops by the database's clock, while lines have the time of the server's. */
const graceMs = 5000

/** Whether a line of that instant went with the restore. One from after it did not. */
function isWithin({ asOf, at: finishedAt }: { asOf: string; at: string }, at: string): boolean {
  return millisOf(asOf) - graceMs < millisOf(at) && millisOf(at) <= millisOf(finishedAt)
}

function hashAt(number: number, { previous }: Page, lines: readonly StatementLine[]): string | undefined {
  const start = lines[0]?.number
  return start !== undefined && number === start - 1 ? previous : lines.find((it) => it.number === number)?.hash
}

/** The first account whose figures don't add up. */
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
