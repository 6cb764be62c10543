import * as v from 'valibot'
import { Day, Slug } from '#protocol/primitives.ts'
import { webAddress } from '#protocol/web-address.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { Text } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'

const none = 'none'

/** A text, or null for the word that takes away what was said before. */
const TextOrNone = v.pipe(
  Text,
  v.transform((it) => (it === none ? null : it)),
)
const Contact = v.pipe(
  Text,
  v.check(
    (it) => it === none || webAddress(it) !== null,
    'must be tel:+62…, mailto:name@example.org, an https address, or none',
  ),
  v.transform((it) => (it === none ? null : it)),
)

const list = reading('operator list', {
  needs: ['catalogue', 'auditor'],
  says: 'Who runs machines: the first keeps the books of this server',
  run: async ({ db }) => {
    const rows = await db.selectFrom('operator').selectAll().orderBy('keepsBooks', 'desc').orderBy('name').execute()
    if (rows.length === 0) return ['None.']
    return rows.map(({ id, name, place, since, licence, contact }) =>
      [id, name, place || '-', since.slice(0, 10), licence ?? 'no licence', contact ?? 'no contact'].join('  '),
    )
  },
})

const set = action('operator set', {
  needs: ['catalogue'],
  says: `Adds who runs machines, or changes what members read about them; "${none}" takes a licence or a contact away`,
  positional: ['id'],
  args: {
    id: Slug,
    name: v.optional(Text),
    place: v.optional(Text),
    since: v.optional(Day),
    licence: v.optional(TextOrNone),
    contact: v.optional(Contact),
  },
  run: async ({ db, clock }, { id, since, ...given }) => {
    const facts = { ...given, ...(since !== undefined && { since: `${since}T00:00:00.000Z` }) }
    await rejectTakenName(db, id, given.name)
    const known = await db.selectFrom('operator').select('id').where('id', '=', id).executeTakeFirst()
    if (known) {
      if (Object.keys(facts).length > 0) await db.updateTable('operator').set(facts).where('id', '=', id).execute()
      return [`${id} is changed.`]
    }
    const { name, place = '', ...more } = facts
    if (name === undefined) throw new DomainError('bad_request', { field: 'name', problem: 'must be given' })
    const others = await db.selectFrom('operator').select('id').limit(1).execute()
    await db
      .insertInto('operator')
      .values({ since: instant(clock), ...more, id, name, place, keepsBooks: others.length === 0 })
      .execute()
    return [`${id} is added.`]
  },
})

async function rejectTakenName(db: Db, id: string, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const other = await db
    .selectFrom('operator')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new DomainError('bad_request', { field: 'name', problem: `is that of ${other.id}` })
}

export const operatorCommands: readonly Command[] = [list, set]
