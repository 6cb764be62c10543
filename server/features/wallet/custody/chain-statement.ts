import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import { booksCurrency } from '../../../db/books-currency.ts'
import type { Db } from '../../../db/open.ts'
import { worth } from '../exchange/exchange-math.ts'
import { rateBetween } from '../exchange/rates.ts'
import type { Rail } from '../rails/rail.ts'
import type { Reading } from './importing.ts'
import { StatementError } from './statement.ts'

/**
 * Today's statement of what a chain holds, with its reading, for `importStatement`: the addresses that were handed out
 * and those in `also`, at today's rate. Its one entry is what changed since the statement before: transfers in and
 * out, and the rate. Throws StatementError where there is no chain, it could not be asked, another account has its
 * money, or the account is of another network: their balances in turns would be no statement of either.
 */
export async function chainStatement(
  db: Db,
  { rail, custodyId, also }: { rail: Rail; custodyId: string; also: readonly string[] },
  clock: Clock,
): Promise<{ text: string; reading: Reading }> {
  if (!rail.holdings) throw new StatementError(`${rail.network} is on no chain`)
  await rejectOtherAccounts(db, { custodyId, network: rail.network })
  const given = await db
    .selectFrom('depositAddress')
    .select('address')
    .where('network', '=', rail.network)
    .where('memberId', 'is not', null)
    .execute()
  // Before the chain is asked: a balance is no newer than that.
  const readAt = instant(clock)
  const addresses = [...new Set([...given.map((it) => it.address), ...also])]
  const held = await rail.holdings(addresses).catch((cause: unknown) => {
    throw new StatementError(`the chain could not be asked: ${cause instanceof Error ? cause.message : 'no reason'}`, {
      cause,
    })
  })
  const { from, to } = await rateBetween(db, rail.asset, booksCurrency)
  const closing = Number(worth(held, from, to))
  const last = await db
    .selectFrom('custodyStatement')
    .select(['closing', 'network'])
    .where('custodyId', '=', custodyId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && last.network !== null && last.network !== rail.network)
    throw new StatementError(`${custodyId} is an account on ${last.network}: add one of its own for ${rail.network}`)
  const opening = last?.closing ?? 0
  const day = readAt.slice(0, 10)
  const lines = [
    `opening,${amountOf(opening)}`,
    ...(closing === opening ? [] : [`${day},${amountOf(closing - opening)},${mark(rail.network)}${day}`]),
    `closing,${day},${amountOf(closing)}`,
  ]
  return { text: lines.join('\n'), reading: { network: rail.network, readAt } }
}

/** How references of a chain's entries begin. */
const mark = (network: string) => `chain-${network}-`

/** Money that a bank holds is on no chain, and what two accounts showed would be counted twice. */
async function rejectOtherAccounts(
  db: Db,
  { custodyId, network }: { custodyId: string; network: string },
): Promise<void> {
  const custody = await db.selectFrom('custody').select('kind').where('id', '=', custodyId).executeTakeFirst()
  if (custody && custody.kind !== 'chain') throw new StatementError(`${custodyId} is a ${custody.kind}, no chain`)
  const other = await db
    .selectFrom('custodyLine')
    .innerJoin('custodyStatement', 'custodyStatement.id', 'statementId')
    .innerJoin('custody', 'custody.id', 'custodyId')
    .select('custodyId')
    // One that is closed holds nothing any more.
    .where('closedAt', 'is', null)
    .where('custodyId', '!=', custodyId)
    .where('reference', 'like', `${mark(network)}%`)
    .limit(1)
    .executeTakeFirst()
  if (other) throw new StatementError(`${network} is counted by ${other.custodyId}`)
}

/** As the plain format has it: 12.50 for 1250 minor units. */
function amountOf(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
