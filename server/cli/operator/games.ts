import * as v from 'valibot'
import { Slug } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { GameKind } from '../../db/game-schema.ts'
import type { Db } from '../../db/open.ts'
import { expectedCost, GameRule } from '../../features/games/game-rule.ts'
import { gamesOf, prizeFunds } from '../../features/games/games.ts'
import { addStock, publishGame, stopGame } from '../../features/games/publishing.ts'
import { closedBecause, offeredOf, weightsNow } from '../../features/games/rules.ts'
import { DomainError } from '../../http/domain-error.ts'
import { money } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { TextFile, type GivenFile } from './files.ts'
import { once, onceByReference, Reference } from './references.ts'

const list = reading('game list', {
  needs: ['catalogue', 'auditor'],
  says: 'Every game with its version, price, chances and stock, and whether it can be played',
  run: async ({ db }) => {
    const funds = await prizeFunds(db)
    const games = await gamesOf(db, {})
    const offered = offeredOf(games)
    const lines = games.flatMap((game) => {
      const weights = weightsNow(game.slots)
      const closed = closedBecause(game.slots, { isStopped: game.stoppedAt !== null, funds })
      const state = closed ?? (offered.includes(game) ? 'open' : 'not offered')
      return [
        `${game.id}  ${game.kind}  version ${game.version}  ${game.priceAmount} ${game.priceOf}  ${state}`,
        ...game.slots.map(
          ({ key, left }, n) => `  ${key}  ${chance(weights[n] ?? 0, weights)}${left === null ? '' : `  ${left} left`}`,
        ),
      ]
    })
    return [...(lines.length > 0 ? lines : ['None.']), `prizes  ${money(funds, currency)}`]
  },
})

const publish = action('game publish', {
  needs: ['catalogue'],
  says: 'Publishes the rule in a JSON file as the next version of its game, and prints its chances and what a draw costs on average',
  positional: ['file'],
  args: { file: TextFile },
  run: async ({ db, clock }, { file }) => {
    const rule = readRule(file)
    const version = await publishGame(db, rule, clock)
    const weights = rule.slots.map((it) => it.weight)
    const cost = expectedCost(rule)
    return [
      `${rule.id}, version ${version}: ${rule.price.amount} ${rule.price.of} a draw.`,
      ...rule.slots.map(({ key, weight }) => `  ${key}  ${chance(weight, weights)}`),
      `A draw gives on average ${currency} ${(cost.money / 100).toFixed(4)}, ${cost.gold.toFixed(2)} gold coins, ${cost.lucky.toFixed(3)} Lucky Balls and ${cost.coupon.toFixed(3)} coupons${rule.guaranteeEvery === null ? '' : ', and more by its guarantee'}.`,
      ...(await hiddenOf(db, rule.kind)),
    ]
  },
})

const stop = action('game stop', {
  needs: ['catalogue'],
  says: 'Nobody plays the game from now on; what was won is received as ever',
  positional: ['id'],
  args: { id: Slug },
  run: async ({ db, clock }, { id }) => {
    if (!(await stopGame(db, id, instant(clock)))) throw new DomainError('not_found')
    return [`${id} is stopped.`]
  },
})

const resume = action('game resume', {
  needs: ['catalogue'],
  says: 'The game can be played again',
  positional: ['id'],
  args: { id: Slug },
  run: async ({ db }, { id }) => {
    if (!(await stopGame(db, id, null))) throw new DomainError('not_found')
    return [`${id} can be played.`]
  },
})

const Pieces = v.pipe(
  v.string(),
  v.regex(/^[+-]?\d{1,9}$/, 'must be a whole number, such as 20 or -3'),
  v.transform(Number),
)

const stock = action('game stock', {
  needs: ['catalogue'],
  says: `Adds pieces to a slot whose stock is counted; fewer by --pieces=-3. ${onceByReference}`,
  positional: ['id', 'slot'],
  args: { id: Slug, slot: Slug, pieces: Pieces, reference: v.optional(Reference) },
  run: (context, { id, slot, pieces, reference }) =>
    once(context, { command: 'game stock', reference, body: { id, slot, pieces } }, async () => ({
      lines: [`${await addStock(context.db, { game: id, key: slot, pieces })} left of ${slot} in ${id}.`],
    })),
})

const rounds = reading('game rounds', {
  needs: ['catalogue', 'auditor'],
  says: "The pool's rounds: what was in them, how many draws, and how much of it was received",
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('poolRound')
      .leftJoin('poolShare', 'poolShare.round', 'poolRound.round')
      .select((it) => [
        'poolRound.round',
        'points',
        'draws',
        'closedAt',
        it.fn.count<number>('poolShare.id').as('shares'),
        it.fn.count<number>('poolShare.receivedAt').as('received'),
      ])
      .groupBy('poolRound.round')
      .orderBy('poolRound.round', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        it.closedAt === null
          ? `${it.round}  open`
          : `${it.round}  ${it.points} gold coins  ${it.draws} draws  ${it.received} of ${it.shares} shares received  closed ${it.closedAt}`,
    })
  },
})

/** The open lotteries of a kind that no member sees, for each kind has one page. */
async function hiddenOf(db: Db, kind: GameKind): Promise<string[]> {
  const games = await gamesOf(db, { kinds: [kind] })
  const offered = offeredOf(games)
  return games
    .filter((it) => it.stoppedAt === null && !offered.includes(it))
    .map(
      ({ id }) =>
        `Attention: members don't see ${id}, because ${offered[0]?.id} comes before it and each kind of lottery has one page. Stop ${offered[0]?.id}, or change a position.`,
    )
}

function chance(weight: number, weights: readonly number[]): string {
  const total = weights.reduce((sum, it) => sum + it, 0)
  return `${weight} of ${total} (${total === 0 ? 0 : ((weight / total) * 100).toPrecision(3)} %)`
}

function readRule({ name, text }: GivenFile): GameRule {
  const result = v.safeParse(GameRule, parsed(name, text), { abortEarly: true })
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new DomainError('bad_request', {
    field: [name, v.getDotPath(issue)].filter(Boolean).join(' '),
    problem: issue.message,
  })
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('bad_request', { field: name, problem: 'is no JSON' })
  }
}

export const gameCommands: readonly Command[] = [list, publish, stop, resume, stock, rounds]
