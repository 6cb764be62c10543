import * as v from 'valibot'
import { Day } from '#protocol/primitives.ts'
import { assignAddress } from '../../features/wallet/top-up/awaiting.ts'
import {
  addressStock,
  checkAddresses,
  outOfStock,
  stockAddresses,
} from '../../features/wallet/top-up/deposit-addresses.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { Words, memberBehind, money } from './arguments.ts'
import { railOf } from './rail-of.ts'

const network = v.string()

const add = action('address add', {
  needs: ['treasury'],
  says: 'Puts addresses of your own wallet into stock, for top-ups; several between commas. The server never holds their keys',
  positional: ['network', 'addresses'],
  args: {
    network,
    addresses: Words,
  },
  run: async (context, { network: of, addresses }) => {
    const added = await stockAddresses(context.db, railOf(context, of), addresses, context.clock)
    const kept = await outOfStock(context.db, addresses)
    return [
      `${added} added, ${addresses.length - added} were there. ${(await addressStock(context.db, of)).free} are free.`,
      ...(kept.length === 0
        ? []
        : [
            `${kept.length} of them may have been handed out before a restore and stay out of stock: ${kept.join(', ')}`,
          ]),
    ]
  },
})

const assign = action('address assign', {
  needs: ['treasury'],
  says: "After a restore: makes an address the member's to whom it was handed out, and credits what came to it since that day",
  positional: ['network', 'address', 'member'],
  args: { network, address: v.string(), member: v.string(), since: Day },
  run: async (context, { network: of, address, member, since }) => {
    const { db, clock } = context
    const rail = railOf(context, of)
    checkAddresses(rail, [address])
    const memberId = await memberBehind(db, member)
    await assignAddress(db, { memberId, rail, address, since: `${since}T00:00:00.000Z` }, clock)
    return [`${address} is theirs. What came since ${since} is credited within minutes, at the rate of the day.`]
  },
})

const stock = reading('address stock', {
  needs: ['treasury', 'auditor'],
  says: 'How many addresses a network has left to hand out',
  positional: ['network'],
  args: { network },
  run: async ({ db }, { network: of }) => {
    const { free, handedOut, outOfStock: kept } = await addressStock(db, of)
    return [`${free} free, ${handedOut} handed out${kept === 0 ? '' : `, ${kept} kept out of stock since a restore`}.`]
  },
})

const list = reading('transfer list', {
  needs: ['treasury', 'support'],
  reads: 'personal',
  says: 'What rails have brought, newest first; --gone keeps what was credited and is on no chain any more',
  args: { gone: v.optional(v.picklist(['yes'])) },
  run: async ({ db }, { gone }) => {
    const rows = await db
      .selectFrom('railTransfer')
      .innerJoin('awaitedTopUp', 'awaitedTopUp.id', 'awaitedId')
      .innerJoin('member', 'member.id', 'memberId')
      .select([
        'externalId',
        'railTransfer.network',
        'phone',
        'value',
        'asset',
        'currency',
        'confirmed',
        'isGone',
        'arrivedAt',
        'credited',
      ])
      .$if(gone !== undefined, (it) => it.where('isGone', '=', true).where('credited', '>', 0))
      .orderBy('arrivedAt', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        [
          it.arrivedAt,
          it.network,
          it.externalId,
          it.phone,
          `${it.value} of ${it.asset}'s smallest unit`,
          it.credited === null
            ? `${it.confirmed} confirmations`
            : it.credited === 0
              ? 'dust'
              : `credited ${money(it.credited, it.currency)}`,
          ...(it.isGone ? ['GONE'] : []),
        ].join('  '),
    })
  },
})

export const railCommands: readonly Command[] = [add, assign, stock, list]
