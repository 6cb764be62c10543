import * as v from 'valibot'
import { booksCurrency } from '../../db/books-currency.ts'
import { instant } from '../../clock.ts'
import { chainStatement } from '../../features/wallet/custody/chain-statement.ts'
import { importStatement, type Reading } from '../../features/wallet/custody/importing.ts'
import { checkAddresses } from '../../features/wallet/top-up/deposit-addresses.ts'
import { StatementError } from '../../features/wallet/custody/statement.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { Command } from './command.ts'
import { action, reading, work } from './command.ts'
import { Text, Words, money } from './arguments.ts'
import { railOf } from './rail-of.ts'
import { TextFile } from './files.ts'

const Id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be a short name, such as bank-1'))

const add = action('custody add', {
  needs: ['treasury'],
  says: 'Names an account that really holds the money: at a bank, on a chain, at a payment provider. Everybody reads --name: no account number',
  positional: ['id'],
  args: { id: Id, kind: v.picklist(['bank', 'chain', 'provider']), name: Text },
  run: async ({ db, clock }, { id, kind, name }) => {
    const made = await db
      .insertInto('custody')
      .values({ id, kind, name, currency: booksCurrency, openedAt: instant(clock), closedAt: null })
      .onConflict((it) => it.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new DomainError('bad_request', { field: id, problem: 'is there already' })
    return [`${id} is added. Until its first statement it counts as empty.`]
  },
})

const close = action('custody close', {
  needs: ['treasury'],
  says: 'Closes an account that holds nothing any more, or was added by mistake: no further statement of it is taken or waited for',
  positional: ['id'],
  args: { id: Id },
  run: async ({ db, clock }, { id }) => {
    const refused = (problem: string) => new DomainError('bad_request', { field: id, problem })
    const found = await db.selectFrom('custody').select('closedAt').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!found) throw refused('is no account: see custody list')
    if (found.closedAt !== null) throw refused(`is closed since ${found.closedAt}`)
    const last = await db
      .selectFrom('custodyStatement')
      .select(['closing', 'day'])
      .where('custodyId', '=', id)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && last.closing !== 0)
      throw refused(
        `had ${money(last.closing, booksCurrency)} on ${last.day}: take in the statement by which it is empty first`,
      )
    await db
      .updateTable('custody')
      .set({ closedAt: instant(clock) })
      .where('id', '=', id)
      .execute()
    return [`${id} is closed. Now run "reconcile".`]
  },
})

const take = action('statement import', {
  needs: ['treasury'],
  says: 'Takes a statement of a custody account, CAMT.053 or the plain CSV of docs/operations.md, once; it must add up and follow the one before',
  positional: ['id', 'file'],
  args: { id: Id, file: TextFile },
  run: async ({ db, clock }, { id, file }) => [
    await taken(db, { custodyId: id, text: file.text, of: file.name }, clock),
  ],
})

const chain = work('statement chain', {
  needs: ['treasury'],
  says: "Takes today's statement of a custody account from its chain: what the addresses that were handed out hold, and those of yours in --also, between commas",
  positional: ['id', 'network'],
  args: { id: Id, network: v.string(), also: v.optional(Words) },
  run: async (context, { id, network, also = [] }) => {
    const { db, database, clock } = context
    const rail = railOf(context, network)
    checkAddresses(rail, also)
    // Outside of a transaction: the chain takes its time.
    const read = await refused(network, chainStatement(db, { rail, custodyId: id, also }, clock))
    return [await database.inTransaction((it) => taken(it, { custodyId: id, ...read, of: network }, clock))]
  },
})

async function taken(
  db: Db,
  { of, ...statement }: { custodyId: string; text: string; reading?: Reading; of: string },
  clock: Clock,
): Promise<string> {
  const it = await refused(of, importStatement(db, statement, clock))
  return it.counted
    ? `${statement.custodyId} had ${money(it.closing, booksCurrency)} on ${it.day}, after ${it.lines.length} entries. Now run "reconcile".`
    : 'That statement was taken before. Nothing was changed.'
}

/** A statement that is wrong is the operator's to mend, and no failure of ours. */
async function refused<T>(of: string, statement: Promise<T>): Promise<T> {
  return await statement.catch((cause: unknown) => {
    if (cause instanceof StatementError)
      throw new DomainError('bad_request', { field: of, problem: `can't be taken: ${cause.message}` })
    throw cause
  })
}

const list = reading('custody list', {
  needs: ['treasury', 'auditor'],
  says: 'The accounts that really hold the money, and what their newest statement says',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('custody')
      .selectAll()
      .select((it) =>
        it
          .selectFrom('custodyStatement')
          .select((of) => of.fn.max('day').as('day'))
          .whereRef('custodyId', '=', 'custody.id')
          .as('day'),
      )
      .select((it) =>
        it
          .selectFrom('custodyStatement')
          .select('closing')
          .whereRef('custodyId', '=', 'custody.id')
          .orderBy('day', 'desc')
          .limit(1)
          .as('closing'),
      )
      .orderBy('id')
      .execute()
    if (rows.length === 0) return ['None: nothing outside confirms the books.']
    return rows.map((it) =>
      [
        it.id,
        it.kind,
        it.name,
        ...(it.closedAt === null ? [] : ['closed']),
        it.day === null ? 'no statement' : `${it.day}  ${money(it.closing ?? 0, it.currency)}`,
      ].join('  '),
    )
  },
})

export const custodyCommands: readonly Command[] = [add, take, chain, close, list]
