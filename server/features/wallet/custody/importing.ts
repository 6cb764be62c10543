import { createHash, randomUUID } from 'node:crypto'
import { instant, type Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { StatementError, type Statement } from './statement.ts'

/** What a chain's statement was read from, and when. */
export interface Reading {
  network: string
  readAt: string
}

/**
 * Stores a statement of a custody account, CAMT.053 or the plain format, once. It must begin where the one before
 * ended: a gap would be money that nobody sees. Throws StatementError.
 */
export async function importStatement(
  db: Db,
  { custodyId, text, reading = null }: { custodyId: string; text: string; reading?: Reading | null },
  clock: Clock,
): Promise<Statement & { counted: boolean }> {
  const custody = await db.selectFrom('custody').selectAll().where('id', '=', custodyId).forUpdate().executeTakeFirst()
  if (!custody) throw new StatementError(`there is no account ${custodyId}: see custody list`)
  if (custody.closedAt !== null) throw new StatementError(`${custodyId} is closed since ${custody.closedAt}`)
  const statement = text
    .trimStart()
    .replace(/^\uFEFF/, '')
    .startsWith('<')
    ? readCamt(text)
    : readCsv(text)
  if (statement.currency !== null && statement.currency !== custody.currency)
    throw new StatementError(`the account is in ${custody.currency}, the statement in ${statement.currency}`)
  if (statement.day > instant(clock).slice(0, 10)) throw new StatementError('the statement is of a day to come')
  const digest = createHash('sha256').update(text).digest('base64url')
  const earlier = await db
    .selectFrom('custodyStatement')
    .selectAll()
    .where('custodyId', '=', custodyId)
    .orderBy('day', 'desc')
    .execute()
  if (earlier.some((it) => it.digest === digest)) return { ...statement, counted: false }
  const last = earlier[0]
  const first = statement.lines.reduce((day, it) => (it.day < day ? it.day : day), statement.day)
  if (last && (first <= last.day || last.closing !== statement.opening))
    throw new StatementError(`it must follow that of ${last.day}, which ended with ${last.closing / 100}`)
  const id = randomUUID()
  const { day, opening, closing, lines } = statement
  await db
    .insertInto('custodyStatement')
    .values({
      id,
      custodyId,
      day,
      opening,
      closing,
      digest,
      importedAt: instant(clock),
      network: reading?.network ?? null,
      readAt: reading?.readAt ?? null,
    })
    .execute()
  // In parts: a statement's parameters are limited.
  for (let from = 0; from < lines.length; from += 1000)
    await db
      .insertInto('custodyLine')
      .values(lines.slice(from, from + 1000).map((it, n) => ({ statementId: id, number: from + n, ...it })))
      .execute()
  return { ...statement, counted: true }
}
