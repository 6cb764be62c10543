import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { balanceOf, house } from '#server/ledger/accounts.ts'
import type { GameModel } from './game-model.ts'

/** What stands in the database, in the shape of `expectedIn`. */
export async function standing(db: Db, { players }: GameModel): Promise<object> {
  const ids = players.map((it) => it.id)
  const { rows } = await sql<{ of: string; code: string; balance: number }>`
    select case when owner_id <> house() then owner_id::text else '' end as of, code, balance from account
    where owner_id = any(${ids}::uuid[]) and code in ('gold', 'lucky', 'income', 'prize_due') and balance <> 0
      or owner_id = house() and code = 'prizes' and balance <> 0`.execute(db)
  const draws = await db.selectFrom('draw').select(['id', 'status', 'version']).where('memberId', 'in', ids).execute()
  const coupons = await db.selectFrom('coupon').select('memberId').where('memberId', 'in', ids).execute()
  const stock = await db.selectFrom('gameStock').select(['key', 'pieces']).where('game', '=', 'nine').execute()
  const rounds = await db.selectFrom('poolRound').select(['carried', 'points', 'draws']).orderBy('round').execute()
  const { rows: tallies } = await sql<object>`
    select sum(draws)::int as draws, sum(members)::int as members, sum(spent)::int as spent
    from pool_tally group by round order by round`.execute(db)
  const games = await db.selectFrom('game').select(['id', 'version']).execute()
  return {
    operator: await balanceOf(db, { ...house('operator'), asset: 'USD' }),
    balances: new Map(rows.map((it) => [`${it.of} ${it.code}`, it.balance])),
    draws: new Map(draws.map((it) => [it.id, it.status])),
    coupons: coupons.map((it) => it.memberId).toSorted(),
    stock: new Map(stock.map((it) => [it.key, it.pieces])),
    rounds,
    tallies,
    versions: new Map(games.map((it) => [it.id, it.version])),
  }
}

/** What must stand there by the model. */
export function expectedIn(model: GameModel): object {
  const { players, rounds } = model
  const balances = [
    [' prizes', model.prizes] as const,
    ...players.flatMap((it) =>
      (['gold', 'lucky', 'income', 'prize_due'] as const).map((code) => [`${it.id} ${code}`, it[code]] as const),
    ),
  ]
  return {
    operator: model.operator,
    balances: new Map(balances.filter(([, it]) => it !== 0)),
    draws: new Map(players.flatMap((it) => it.draws.map(({ id, status }) => [id, status]))),
    coupons: players.flatMap((it) => Array.from({ length: it.coupons }, () => it.id)).toSorted(),
    stock: new Map(Object.entries(model.stock).map(([key, it]) => [key, it.pieces])),
    rounds: [...rounds]
      .toSorted(([a], [b]) => a - b)
      .map(([, { carried, owners, closed }]) => ({
        carried,
        points: closed?.points ?? null,
        draws: closed ? owners.length : null,
      })),
    tallies: [...rounds]
      .toSorted(([a], [b]) => a - b)
      .filter(([, { owners }]) => owners.length > 0)
      .map(([, { owners, gold }]) => ({ draws: owners.length, members: new Set(owners).size, spent: gold })),
    versions: new Map(Object.entries(model.games).map(([id, it]) => [id, it.version])),
  }
}
