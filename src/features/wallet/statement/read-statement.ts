import { statement } from '#protocol/books.ts'
import { readUncached } from '../../../cache/read-of.ts'
import { systemClock } from '../../../lib/clock.ts'
import { keepAnchor, seenAnchors } from './chain-anchor.ts'
import { collectStatement, type Statement, type Wanted } from './statement.ts'

const linesAtOnce = 1000

/**
 * Reads a statement from the server and checks it. Rejects with ApiError, also when another member has signed in
 * meanwhile; a broken chain is a verdict, not an error.
 */
export async function readStatement(wanted: Wanted, onProgress: (part: number) => void): Promise<Statement> {
  const { memberId, from, to } = wanted
  const anchors = await seenAnchors(memberId)
  const readPage = (after: string | undefined) =>
    readUncached(statement, { from, to, limit: linesAtOnce, ...(after !== undefined && { after }) }, { memberId })
  const read = await collectStatement({ readPage, onProgress, wanted, anchors, readAt: systemClock.now() })
  await keepAnchor(read)
  return read
}
