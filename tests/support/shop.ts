import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { payDraft, type Payment } from '#server/features/orders/buying.ts'
import { makeDraft } from '#server/features/orders/drafts.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import type { Updateable } from 'kysely'
import type { MadeMachine } from './people-and-machines.ts'
import { makeMachine, makeMember } from './people-and-machines.ts'

/** Offers, members, coupons and orders, made by the server's own functions. Amounts in minor units of USD. */
export function shopOn(database: Database, clock: Clock) {
  const { kysely: db } = database
  return {
    /** A product with its machine; `terms` replaces columns of the product. */
    async offer(
      terms: Updateable<Schema['product']> = {},
      machine: Parameters<typeof makeMachine>[1] = {},
    ): Promise<MadeMachine> {
      const made = await makeMachine(db, machine)
      if (Object.keys(terms).length > 0)
        await db.updateTable('product').set(terms).where('id', '=', made.productId).execute()
      return made
    },

    async member(recharge = 0): Promise<string> {
      const memberId = await makeMember(db)
      if (recharge > 0)
        await database.inTransaction((tx) =>
          creditTopUp(
            tx,
            {
              source: 'test',
              externalId: randomUUID(),
              memberId,
              amount: recharge,
              currency: 'USD',
              receivedAt: instant(clock),
            },
            clock,
          ),
        )
      return memberId
    },

    async coupon(
      memberId: string,
      of: { id?: string; type: 1 | 2; value: number; minimum?: number; savesAtMost?: number; days?: number },
    ): Promise<string> {
      const { id = randomUUID(), days = 10, ...terms } = of
      await db
        .insertInto('coupon')
        .values({
          id,
          memberId,
          ...terms,
          name: 'Coupon',
          receivedAt: instant(clock),
          expiresAt: instant(clock.now() + days * 86_400_000),
          usedAt: null,
          usedBy: null,
        })
        .execute()
      return id
    },

    draft: (memberId: string, productId: string, quantity = 1, couponId?: string | null) =>
      database.inTransaction((tx) => makeDraft(tx, { memberId, productId, quantity, couponId }, clock)),

    /** Pays a draft at its own price unless another is given. Returns the order's id. */
    async pay(
      memberId: string,
      draft: { id: string; actualPayment: number },
      of: Partial<Omit<Payment, 'memberId' | 'draftId'>> = {},
    ): Promise<string> {
      const { id } = await database.inTransaction((tx) =>
        payDraft(
          tx,
          { memberId, draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment, ...of },
          clock,
        ),
      )
      return id
    },

    async buy(memberId: string, productId: string, quantity = 1): Promise<string> {
      return await this.pay(memberId, await this.draft(memberId, productId, quantity, null))
    },

    /** One trip that ended just now. */
    earn: (machine: MadeMachine, amount: number) =>
      database.inTransaction((tx) =>
        bookRevenue(
          tx,
          {
            source: 'test',
            externalId: randomUUID(),
            deviceNumber: machine.deviceNumber,
            kind: 'trip',
            amount,
            currency: 'USD',
            distanceM: 1000,
            startedAt: instant(clock.now() - 600_000),
            endedAt: instant(clock),
          },
          clock,
        ),
      ),
  }
}
