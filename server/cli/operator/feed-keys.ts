import * as v from 'valibot'
import { feedScopes } from '#protocol/call.ts'
import { Slug } from '#protocol/primitives.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import { DomainError } from '../../http/domain-error.ts'
import { createFeedKey, limitFeed, revokeFeedKey, rotateFeedKey, type FeedTerms } from '../../http/feed-keys.ts'
import { instant } from '../../clock.ts'
import { counted, MajorOrNothing, money } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'

const Scopes = v.pipe(
  v.string(),
  v.transform((it) => [...new Set(it.split(',').map((word) => word.trim()))]),
  v.array(v.picklist(feedScopes, `must be some of ${feedScopes.join(', ')}`)),
)
const Items = counted(1, 1_000_000)
const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(80))

const create = action('feed-key create', {
  needs: ['administrator'],
  says: `Makes the first key of a source, shown once. --scopes, between commas: ${feedScopes.join(', ')}. --items and --money limit what an hour may bring`,
  positional: ['source'],
  args: { source: Slug, scopes: Scopes, items: Items, money: MajorOrNothing },
  run: async ({ db, by, clock }, { source, scopes, items, money: most }) => {
    const terms = { scopes, itemsAnHour: items, moneyAnHour: most }
    const { id, key } = await createFeedKey(db, { source, by, ...terms }, clock)
    return {
      shown: [`${id}  ${key}`, 'Keep it now: it is not shown again.'],
      kept: [`${id}: ${said(terms)}`],
    }
  },
})

const optionalTerms = { scopes: v.optional(Scopes), items: v.optional(Items), money: v.optional(MajorOrNothing) }
type OptionalTerms = v.InferOutput<v.ObjectSchema<typeof optionalTerms, undefined>>

const rotate = action('feed-key rotate', {
  needs: ['administrator'],
  says: 'Makes the second key of a source, shown once; the first one ends after --hours (24). --scopes, --items and --money change what was said at its creation',
  positional: ['source'],
  args: { source: Slug, hours: v.optional(counted(0, 720)), ...optionalTerms },
  run: async ({ db, by, clock }, { source, hours = 24, ...given }) => {
    const { id, key, endsAt } = await rotateFeedKey(db, { source, by, hours, terms: termsIn(given) }, clock)
    return {
      shown: [`${id}  ${key}`, `Keep it now: it is not shown again. The key before ends at ${endsAt}.`],
      kept: [`${id}; the key before ends at ${endsAt}`],
    }
  },
})

const limit = action('feed-key limit', {
  needs: ['administrator'],
  says: 'Changes what all keys of a source may bring, and makes none: --scopes, or --items and --money an hour',
  positional: ['source'],
  args: { source: Slug, ...optionalTerms },
  run: async ({ db, clock }, { source, ...given }) => {
    const terms = termsIn(given)
    if (Object.keys(terms).length === 0)
      throw new DomainError('bad_request', { field: source, problem: 'needs --scopes, --items or --money' })
    return [`${source}: ${said(await limitFeed(db, { source, terms }, clock))}`]
  },
})

function termsIn({ scopes, items, money: most }: OptionalTerms): Partial<FeedTerms> {
  return {
    ...(scopes && { scopes }),
    ...(items !== undefined && { itemsAnHour: items }),
    ...(most !== undefined && { moneyAnHour: most }),
  }
}

function said({ scopes, itemsAnHour, moneyAnHour }: FeedTerms): string {
  return `${scopes.join(', ')}; an hour at most ${itemsAnHour} reports and ${money(moneyAnHour, currency)}`
}

const revoke = action('feed-key revoke', {
  needs: ['administrator', 'treasury'],
  says: 'A key is refused from now on; ID is the one of `feed-key list`',
  positional: ['id'],
  args: { id: Id },
  run: async ({ db, clock }, { id }) => {
    await revokeFeedKey(db, id, clock)
    return [`${id} is refused from now on.`]
  },
})

const list = reading('feed-key list', {
  needs: ['administrator', 'treasury', 'auditor'],
  says: 'The valid keys with their sources, scopes and limits, when each was last used, and when a source last reached its limit',
  run: async ({ db, clock }) => {
    const now = instant(clock)
    const rows = await db
      .selectFrom('feedKey')
      .innerJoin('feedSource', 'feedSource.name', 'feedKey.source')
      .leftJoin(
        (it) =>
          it
            .selectFrom('feedHour')
            .select((of) => ['source', of.fn.max('cappedAt').as('cappedAt')])
            .groupBy('source')
            .as('capped'),
        (join) => join.onRef('capped.source', '=', 'feedKey.source'),
      )
      .leftJoin('feedKeyUse', 'feedKeyUse.keyId', 'feedKey.id')
      .selectAll('feedKey')
      .select(['scopes', 'itemsAnHour', 'moneyAnHour', 'cappedAt', 'usedAt'])
      .where((it) => it.or([it('endsAt', 'is', null), it('endsAt', '>', now)]))
      .orderBy('feedKey.source')
      .orderBy('madeAt')
      .execute()
    if (rows.length === 0) return ['None: nobody can report.']
    return rows.map((it) =>
      [
        it.id,
        it.scopes.join(','),
        `an hour ${it.itemsAnHour} reports, ${money(it.moneyAnHour, currency)}`,
        `made ${it.madeAt} by ${it.madeBy}`,
        it.usedAt === null ? 'never used' : `used ${it.usedAt}`,
        ...(it.endsAt === null ? [] : [`ends ${it.endsAt}`]),
        ...(it.cappedAt === null ? [] : [`CAPPED ${it.cappedAt}`]),
      ].join('  '),
    )
  },
})

export const feedKeyCommands: readonly Command[] = [create, list, rotate, limit, revoke]
