import { sql } from 'kysely'
import { instant, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { notify, sendMessages } from '../../notices/notify.ts'

/** A bill as its member is told of it: `amount` in minor units, `dueOn` a day, `lastFour` of its card. */
export interface Billed {
  id: string
  memberId: string
  amount: number
  currency: string
  dueOn: string
  lastFour: string | null
  kind: 'annual fee' | 'charge'
  ref: string
}

/** Tells members of bills of their cards, once of each: one that nobody has heard of can't be paid in time. */
export async function tellBilled(db: Db, bills: readonly Billed[], clock: Clock): Promise<void> {
  await notify(
    db,
    bills.map(({ id, memberId, amount, currency, dueOn, lastFour, kind, ref }) => ({
      memberId,
      kind: 'card_billed',
      ref: id,
      params: {
        amount,
        currency,
        card: cardText(lastFour),
        day: dueOn,
        ...whatFor(kind, ref),
      },
      route: '/subPages/card/list',
    })),
    clock,
  )
}

/** Tells a member that they need not pay a bill; `amount` is what was left of it. */
export async function tellWaived(
  db: Db,
  bill: Omit<Billed, 'dueOn'> & { reason: string },
  clock: Clock,
): Promise<void> {
  const { id, memberId, amount, currency, lastFour, kind, ref, reason } = bill
  const params = { amount, currency, card: cardText(lastFour), ...whatFor(kind, ref), reason }
  await notify(db, [{ memberId, kind: 'card_bill_waived', ref: id, params, route: '/subPages/card/list' }], clock)
}

function cardText(lastFour: string | null): string {
  return `•••• ${lastFour ?? ''}`.trim()
}

function whatFor(kind: Billed['kind'], ref: string): { what: string } | { isFee: true } {
  return kind === 'charge' ? { what: ref } : { isFee: true }
}

/** Tells the holders of all cards of a type what they cost a year now, and from which day on: that of the next bill. */
export async function tellRise(
  db: Db,
  { code, annualFee, currency }: { code: string; annualFee: number; currency: string },
  clock: Clock,
): Promise<void> {
  const now = sql`${instant(clock)}::timestamptz`
  const zone = await zoneOfOperator(db)
  await sendMessages(
    db,
    sql`
      insert into message (id, member_id, kind, ref, params, route, at)
      select gen_random_uuid(), card.member_id, 'card_fee_raised', card.id || ' ' || ${instant(clock)},
        jsonb_build_object('amount', ${annualFee}::bigint, 'currency', ${currency}::text,
          'card', trim('•••• ' || coalesce(card.last_four, '')),
          'day', (greatest(card.next_fee_at, ${now}) at time zone ${zone}::text)::date::text),
        '/subPages/card/list', ${now}
      from bank_card card join member on member.id = card.member_id and member.deleted_at is null
      where card.type_code = ${code} and card.removed_at is null
      on conflict (member_id, kind, ref) do nothing
      returning id, member_id`,
    clock,
  )
  // As `notify` does for those it tells.
  await sql`
    delete from message using member
    where kind = 'card_fee_raised' and at = ${now} and member.id = message.member_id and member.deleted_at is not null`.execute(
    db,
  )
}
