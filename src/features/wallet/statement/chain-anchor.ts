import * as v from 'valibot'
import { connectionTo } from '../../../cache/storage/databases.ts'
import { changeMeta, readMeta } from '../../../cache/storage/meta.ts'
import { memberName } from '../../../cache/storage/names.ts'
import type { Anchor, Statement } from './statement.ts'

const Seen = v.array(v.object({ number: v.number(), hash: v.string(), at: v.string() }))
const name = 'bill-chain-seen'
/** Enough for five years of monthly statements; the oldest are removed first. */
const most = 60

/**
 * The last lines of the statements that this device found intact; a later statement of the same days must still contain
 * them.
 */
export async function seenAnchors(memberId: string): Promise<readonly Anchor[]> {
  return anchorsIn(await readMeta(connectionTo(memberName(memberId)), name).catch(() => undefined))
}

export async function keepAnchor({ memberId, lines, verdict }: Statement): Promise<void> {
  const last = lines.at(-1)
  if (verdict.kind !== 'intact' || !last) return
  const { number, hash, at } = last
  const among = (kept: readonly Anchor[]) =>
    [...kept.filter((it) => it.number !== number), { number, hash, at }].slice(-most)
  await changeMeta(connectionTo(memberName(memberId)), name, (kept) => among(anchorsIn(kept))).catch(() => {})
}

function anchorsIn(kept: unknown): readonly Anchor[] {
  return v.is(Seen, kept) ? kept : []
}
