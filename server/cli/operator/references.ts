import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { instant } from '../../clock.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { CommandContext } from './command.ts'

/** The operator's own name for what a command does, such as an invoice's number. */
export const Reference = v.pipe(
  v.string(),
  v.nonEmpty('must not be empty'),
  v.maxLength(128, 'must be at most 128 characters'),
)

/** What a help text says of a command that `once` carries out. */
export const onceByReference = 'Said again with the same --reference it happens once'

interface Done {
  /** The id or code of what was made, where there is one. */
  made?: string
  lines: readonly string[]
}

/**
 * Carries a command out once by its reference: whoever got no answer may say it again, which changes nothing and names
 * what was made. Its other words are `body`. Without a reference it is carried out each time. Throws a DomainError
 * where the reference was given to other words of the same command.
 */
export async function once(
  { db, clock }: Pick<CommandContext, 'db' | 'clock'>,
  { command, reference, body }: { command: string; reference: string | undefined; body: object },
  carryOut: () => Promise<Done>,
): Promise<readonly string[]> {
  if (reference === undefined) return (await carryOut()).lines
  // Two at once take turns: the second one finds what the first one has done.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${command} ${reference}`}, 0))`.execute(db)
  // A reference may name a person, and the table is kept for ever.
  const named = digestOf(reference)
  const words = Object.entries(body).filter(([, it]) => it !== undefined)
  const said = JSON.stringify(words.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const digest = digestOf(said)
  const known = await db
    .selectFrom('operatorReference')
    .select(['digest', 'made'])
    .where('command', '=', command)
    .where('reference', '=', named)
    .executeTakeFirst()
  if (known && known.digest !== digest)
    throw new DomainError('bad_request', {
      field: 'reference',
      problem: `was given to another \`${command}\` before`,
    })
  if (known) return [`${reference}: was done before${known.made ? `, as ${known.made}` : ''}. Nothing was changed.`]
  const { made = null, lines } = await carryOut()
  await db
    .insertInto('operatorReference')
    .values({ command, reference: named, digest, made, at: instant(clock) })
    .execute()
  return lines
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
