import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import type { Bill } from '#protocol/wallet.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { balancesOf } from '../../../ledger/accounts.ts'
import { movementOf, postingsOf, type Movement } from '../../../ledger/bills.ts'
import { linkOf } from '../../../ledger/chain.ts'
import { walletOf } from '../../../ledger/wallets.ts'
import { billNamed, readable } from './bills.ts'
import { incomeSource } from './income-source.ts'
import { mostUnits, settledUnits, settlementOf } from './settled-units.ts'

type Detail = Answer<typeof billDetail>
type OwnMovement = Movement & { accountId: number }

interface Asked {
  memberId: string
  id: string
  /** One of the units that an income was settled for. */
  unitId?: string | undefined
}

/**
 * A member's bill with its postings and, for income, the revenue behind it. Throws a DomainError where the bill is not
 * theirs or the unit not the bill's.
 */
export async function detailOf(db: Db, { memberId, id, unitId }: Asked): Promise<Detail> {
  const named = billNamed(id)
  if (!named) throw new DomainError('not_found')
  const { wallet, transferId } = named
  const accountIds = (await balancesOf(db, memberId)).filter((it) => walletOf(it.code) === wallet).map((it) => it.id)
  const movement = await movementOf(db, { memberId, accountIds, transferId })
  if (!movement) throw new DomainError('not_found')
  const [bill] = await readable(db, memberId, [{ wallet, bill: movement }])
  if (!bill) throw new Error('a bill that can be read and not shown')
  return {
    bill,
    postings: await postings(db, memberId, movement),
    ...(await incomeOf(db, { memberId, bill, movement, unitId })),
    claim: movement.kind === 'income_claim' ? await claimParts(db, memberId, movement.ref) : null,
    link: await linkOf(db, { memberId, accountId: movement.accountId, transferId }),
  }
}

/** The source of an income of one unit, or of the unit that is asked for; of several units what each was paid. */
async function incomeOf(
  db: Db,
  { memberId, bill, movement, unitId }: Omit<Asked, 'id'> & { bill: Bill; movement: OwnMovement },
): Promise<Pick<Detail, 'income' | 'settled'>> {
  if (movement.kind !== 'income') {
    if (unitId !== undefined) throw new DomainError('not_found')
    return { income: null }
  }
  const { period, machines } = settlementOf(movement.ref)
  let shown = bill.unitId
  if (machines !== undefined && shown === null) {
    const settled = await settledUnits(db, { memberId, accountId: movement.accountId, period, machines, unitId })
    if (unitId === undefined) return { income: null, settled }
    shown = settled[0]?.unitId ?? null
  }
  if (unitId !== undefined && unitId !== shown) throw new DomainError('not_found')
  return { income: shown === null ? null : await incomeSource(db, { memberId, period, unitId: shown }) }
}

/** Every posting with the movement's `ref` on that day that touches the member's accounts. */
async function postings(db: Db, memberId: string, movement: Movement): Promise<Detail['postings']> {
  const rows = await postingsOf(db, memberId, movement)
  return rows.map(({ id, at, kind, amount, asset, ...sides }) => ({
    id,
    at,
    kind,
    amount,
    currency: asset,
    from: side(memberId, sides.debitCode, sides.debitOwnerId),
    to: side(memberId, sides.creditCode, sides.creditOwnerId),
  }))
}

function side(memberId: string, code: string, ownerId: string | null): Detail['postings'][number]['from'] {
  const isYours = ownerId === memberId
  return {
    account: (isYours ? walletOf(code) : undefined) ?? code,
    isYours,
    machineId: code === 'machine' ? ownerId : null,
  }
}

async function claimParts(db: Db, memberId: string, claimId: string): Promise<NonNullable<Detail['claim']>> {
  const { rows } = await sql<NonNullable<Detail['claim']>[number]>`
    select unit.id as unit_id, product.name, count(*)::int as settlements, sum(line.amount)::bigint as amount
    from claim join unit on unit.member_id = claim.member_id join product on product.id = unit.product_id
    join settlement_line line on line.member_id = unit.member_id and line.unit_id = unit.id
      and line.claim_id = claim.id
    where claim.member_id = ${memberId}::uuid and claim.id = ${claimId}::uuid
    group by unit.id, product.id order by amount desc, unit.id limit ${sql.lit(mostUnits)}`.execute(db)
  return rows
}
