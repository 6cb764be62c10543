import * as v from 'valibot'
import type { Keyring } from '../../db/keyring.ts'

export const loggedAs = 'account deleted'

/** That a member's account was deleted, and when. */
export interface Deletion {
  memberId: string
  at: string
}

/**
 * What the log says of a deletion. A backup from before brings the account back, and the log is kept elsewhere
 * (docs/operations.md, "Backups"). `mac` is under the card key, which no backup has: nobody makes such a line up.
 */
export function loggedDeletion(ring: Keyring, { memberId, at }: Deletion): { member: string; at: string; mac: string } {
  return { member: memberId, at, mac: ring.digest(wordsOf({ memberId, at })) }
}

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal(loggedAs), member: v.pipe(v.string(), v.uuid()), at: v.string(), mac: v.string() }),
)

/** The deletion that a line of the log tells; null where it is no such line, or not of a server with these keys. */
export function deletionIn(line: string, ring: Keyring): Deletion | null {
  const read = v.safeParse(Line, line)
  if (!read.success) return null
  const { member: memberId, at, mac } = read.output
  return ring.digests(wordsOf({ memberId, at })).includes(mac) ? { memberId, at } : null
}

function wordsOf({ memberId, at }: Deletion): string {
  return `${loggedAs} ${memberId} ${at}`
}
