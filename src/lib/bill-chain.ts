import { hexOf } from './hex.ts'

/** A line of a statement (protocol/books.ts); `amount` is signed minor units of `currency`. */
export interface ChainedLine {
  number: number
  id: number
  at: string
  kind: string
  account: string
  amount: number
  currency: string
  ref: string
  hash: string
}

/**
 * Whether every line is unchanged and follows the one before it; where one isn't, the number of the first such line.
 */
export type Verdict = { holds: true; last: string } | { holds: false; brokenAt: number }

/** The hash that stands before a member's first line: SHA-256 of their id. */
export async function rootOf(memberId: string): Promise<string> {
  return await sha256(memberId)
}

/**
 * Checks lines of a statement against the hash before the first: each one's number is the next, and its hash is SHA-256
 * of the one before and its own fields. Changing, leaving out, putting in or swapping a line breaks it. Needs Web
 * Crypto.
 */
export async function checkChain(previous: string, lines: readonly ChainedLine[]): Promise<Verdict> {
  let hash = previous
  let number = lines[0]?.number ?? 0
  for (const line of lines) {
    // One by one: each needs the hash before it.
    const wanted = await sha256(`${hash}\n${textOf(line)}`)
    if (line.number !== number || line.hash !== wanted) return { holds: false, brokenAt: line.number }
    hash = wanted
    number += 1
  }
  return { holds: true, last: hash }
}

/** The text of a line that is hashed, as the server writes it (server/db/migrations/061_bill_chain.sql). */
function textOf({ number, id, at, kind, account, amount, currency, ref }: ChainedLine): string {
  return [number, id, at, kind, account, amount, currency, ref].join('\n')
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return hexOf(new Uint8Array(digest))
}
