import type { Gift } from '#server/db/gift-schema.ts'
import type { GameRule } from '#server/features/games/game-rule.ts'
import { gameIds, variants, type Deed, type GameId } from './game-history.ts'

const hour = 3_600_000
const day = 24 * hour

/** What must stand in the books and tables of the games, computed beside the server from what was done. */
export interface GameModel {
  operator: number
  prizes: number
  funded: number
  /** Money of prizes that was received. */
  paid: number
  games: Record<GameId, { version: number; rule: GameRule; isStopped: boolean }>
  stock: Record<string, { pieces: number; put: number; drawn: number }>
  /** By the number of the week. */
  rounds: Map<number, Round>
  shares: Share[]
  players: Player[]
}

interface Round {
  carried: number
  gold: number
  /** Who drew, in order: the owners of the tickets. */
  owners: string[]
  closed: { points: number; amount: number; winners: number } | null
}

export interface Share {
  id: string
  memberId: string
  amount: number
  isReceived: boolean
}

export interface Player {
  id: string
  gold: number
  lucky: number
  income: number
  prize_due: number
  coupons: number
  draws: Draw[]
  daily: number | null
  next: { daily: number | null; fromDay: number } | null
  pausedUntil: number
}

export interface Draw {
  id: string
  game: GameId
  gift: Gift | null
  guaranteed: boolean
  at: number
  status: 0 | 1 | null
}

export function newModel(): GameModel {
  const games = Object.fromEntries(
    gameIds.map((id) => [id, { version: 1, rule: variants[id][0], isStopped: false }]),
  ) as GameModel['games']
  const stock = Object.fromEntries(
    variants.nine[0].slots.flatMap(({ key, stock: put }) =>
      put === null ? [] : [[key, { pieces: put, put, drawn: 0 }]],
    ),
  )
  return { operator: 0, prizes: 0, funded: 0, paid: 0, games, stock, rounds: new Map(), shares: [], players: [] }
}

export function newPlayer(id: string): Player {
  const nothing = { gold: 0, lucky: 0, income: 0, prize_due: 0, coupons: 0 }
  return { id, ...nothing, draws: [], daily: null, next: null, pausedUntil: 0 }
}

export function playerOf(model: GameModel, who: number): Player {
  const player = model.players[who]
  if (!player) throw new Error(`no player ${who}`)
  return player
}

export function weightsOf({ games, stock }: GameModel, game: GameId): number[] {
  return games[game].rule.slots.map((it) => (it.stock !== null && stock[it.key]?.pieces === 0 ? 0 : it.weight))
}

/** Days in Jakarta, where the members are; weeks in UTC (1970 began on a Thursday). */
export const dayAt = (at: number) => Math.floor((at + 7 * hour) / day)
const weekAt = (at: number) => Math.floor((at - 4 * day) / (7 * day))

/** The code that a draw is refused with, or `done`. */
export function outcomeOfDraw(model: GameModel, deed: Extract<Deed, { kind: 'draw' }>, now: number): string {
  const { who, game, count, seen } = deed
  const { rule, isStopped } = model.games[game]
  const player = playerOf(model, who)
  const weights = weightsOf(model, game)
  const open = rule.slots.filter((_, n) => (weights[n] ?? 0) > 0)
  const most = Math.max(0, ...open.map(({ gift }) => (gift?.of === 'money' ? gift.amount : 0)))
  if (count > rule.mostAtOnce) return 'bad_request'
  if (isStopped || open.every((it) => it.gift === null) || most * count > model.prizes) return 'game_closed'
  if (player.pausedUntil > now) return 'play_paused'
  const today = player.draws.filter((it) => dayAt(it.at) === dayAt(now))
  const ofGame = today.filter((it) => it.game === game)
  const own = limitOf(player, now).daily
  if (count + today.length > (own ?? Infinity) || count + ofGame.length > (rule.dailyLimit ?? Infinity))
    return 'play_limit_reached'
  if (rule.levelNeeded > 0) return 'level_insufficient'
  if (seen === 'other seed') return 'seed_changed'
  if (seen === 'other odds') return 'odds_changed'
  if (seen === 'other price') return 'points_amount_wrong'
  const price = rule.price.amount * count
  if (player[rule.price.of] < price) return rule.price.of === 'gold' ? 'points_insufficient' : 'lucky_balls_needed'
  return 'done'
}

/** What the draw must have been made by: weights, and whether by guarantee. */
export function chancesOf(model: GameModel, who: number, game: GameId): { weights: number[]; byGuarantee: boolean } {
  const { rule } = model.games[game]
  const weights = weightsOf(model, game)
  const every = rule.guaranteeEvery
  if (every === null) return { weights, byGuarantee: false }
  const before = playerOf(model, who).draws.filter((it) => it.game === game)
  const last = before.slice(-(every - 1))
  const byGuarantee = last.length === every - 1 && last.every((it) => !it.guaranteed)
  return { weights: byGuarantee ? weights.map((it, n) => (rule.slots[n]?.guaranteed ? it : 0)) : weights, byGuarantee }
}

/** Notes one draw that fell on a slot. */
export function drew(
  model: GameModel,
  { who, game, slot, id }: { who: number; game: GameId; slot: number; id: string },
  now: number,
): void {
  const { rule } = model.games[game]
  const player = playerOf(model, who)
  const { key, gift, guaranteed, stock } = rule.slots[slot] ?? {}
  const { of, amount } = rule.price
  player[of] -= amount
  const round = openRound(model, weekAt(now))
  if (of === 'gold') round.gold += amount
  round.owners.push(player.id)
  player.draws.push({ id, game, gift: gift ?? null, guaranteed: guaranteed ?? false, at: now, status: gift ? 0 : null })
  const counted = stock === null ? undefined : model.stock[key ?? '']
  if (counted) {
    counted.pieces -= 1
    counted.drawn += 1
  }
  if (gift?.of !== 'money') return
  model.prizes -= gift.amount
  player.prize_due += gift.amount
}

export function received(model: GameModel, player: Player, draw: Draw): void {
  draw.status = 1
  if (draw.gift?.of === 'coupon') player.coupons += 1
  else if (draw.gift?.of === 'money') {
    player.prize_due -= draw.gift.amount
    player.income += draw.gift.amount
    model.paid += draw.gift.amount
  } else if (draw.gift) player[draw.gift.of] += draw.gift.amount
}

/** Closes what is over by now; gives the rounds that were closed. */
export function closeRounds(model: GameModel, now: number): Round[] {
  const closed: Round[] = []
  for (const week of weeksFrom(model)) {
    if (week >= weekAt(now)) break
    const round = openRound(model, week)
    if (round.closed) continue
    const points = round.carried + Math.floor(round.gold / 10)
    const winners = Math.min(5, round.owners.length)
    const amount = winners === 0 ? 0 : Math.floor(points / winners)
    round.closed = { points, amount, winners }
    openRound(model, week + 1).carried += points - amount * winners
    closed.push(round)
  }
  return closed
}

/** A member's own limit as it holds now, and the looser one that waits. */
export function limitOf({ daily, next }: Player, now: number): Pick<Player, 'daily' | 'next'> {
  return next && dayAt(now) >= next.fromDay ? { daily: next.daily, next: null } : { daily, next }
}

export function limited(player: Player, daily: number | null | undefined, pause: boolean, now: number): void {
  const { daily: before, next } = limitOf(player, now)
  const isLooser = daily !== undefined && before !== null && (daily === null || daily > before)
  if (isLooser) Object.assign(player, { daily: before, next: { daily, fromDay: dayAt(now) + 1 } })
  else if (daily === undefined) Object.assign(player, { daily: before, next })
  else Object.assign(player, { daily, next: null })
  if (pause) player.pausedUntil = now + day
}

/** Every week from the first with a round on, without end. */
function* weeksFrom({ rounds }: GameModel): Generator<number> {
  for (let week = Math.min(...rounds.keys()); Number.isFinite(week); week += 1) yield week
}

function openRound({ rounds }: GameModel, week: number): Round {
  const known = rounds.get(week)
  if (known) return known
  const round: Round = { carried: 0, gold: 0, owners: [], closed: null }
  rounds.set(week, round)
  return round
}
