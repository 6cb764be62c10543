import * as v from 'valibot'
import { booksCurrency } from '../../db/books-currency.ts'
import { instant } from '../../clock.ts'
import { importStatement } from '../../features/wallet/custody/importing.ts'
import { StatementError } from '../../features/wallet/custody/statement.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { Text, money } from './arguments.ts'
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
      .values({ id, kind, name, currency: booksCurrency, openedAt: instant(clock) })
      .onConflict((it) => it.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new DomainError('bad_request', { field: id, problem: 'is there already' })
    return [`${id} is added. Until its first statement nothing is confirmed.`]
  },
})

const take = action('statement import', {
  needs: ['treasury'],
  says: 'Takes a statement of a custody account, CAMT.053 or the plain CSV of docs/operations.md, once; it must add up and follow the one before',
  positional: ['id', 'file'],
  args: { id: Id, file: TextFile },
  run: async ({ db, clock }, { id, file }) => {
    const taken = await importStatement(db, { custodyId: id, text: file.text }, clock).catch((cause: unknown) => {
      if (cause instanceof StatementError)
        throw new DomainError('bad_request', { field: file.name, problem: `can't be taken: ${cause.message}` })
      throw cause
    })
    return [
      taken.counted
        ? `${id} had ${money(taken.closing, booksCurrency)} on ${taken.day}, after ${taken.lines.length} entries. Now run "reconcile".`
        : 'That statement was taken before. Nothing was changed.',
    ]
  },
})

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
        it.day === null ? 'no statement' : `${it.day}  ${money(it.closing ?? 0, it.currency)}`,
      ].join('  '),
    )
  },
})

export const custodyCommands: readonly Command[] = [add, take, list]
