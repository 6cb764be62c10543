import { sql } from 'kysely'
import * as v from 'valibot'
import { Id } from '#protocol/primitives.ts'
import { keyringOf } from '../../db/keyring.ts'
import { revealNumber } from '../../features/cards/numbers.ts'
import { rejectDisabledCard } from '../../features/wallet/withdrawal/disabled-card.ts'
import { moveWithdrawal } from '../../features/wallet/withdrawal/withdrawing.ts'
import { DomainError } from '../../http/domain-error.ts'
import { coverOf } from '../../ledger/spending.ts'
import { arrivedReturnReasons, returnReasons } from '../../notices/return-reasons.ts'
import type { Command, CommandContext } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { Text, money } from './arguments.ts'

const states = ['requested', 'approved', 'sent', 'arrived', 'returned'] as const

const list = reading('withdrawal list', {
  needs: ['treasury', 'support'],
  reads: 'personal',
  says: 'Withdrawals still on their way, oldest first, or those in one state',
  args: { state: v.optional(v.picklist(states)) },
  run: async ({ db }, { state }) => {
    const rows = await db
      .selectFrom('withdrawal')
      .innerJoin('member', 'member.id', 'memberId')
      .leftJoin('bankCard', (it) =>
        it.onRef('bankCard.memberId', '=', 'withdrawal.memberId').onRef('bankCard.id', '=', 'cardId'),
      )
      .select([
        'withdrawal.id',
        'member.phone',
        'state',
        'requestedAt',
        'amount',
        'fee',
        'tax',
        'arrives',
        'currency',
        'cardMasked',
        'reviewUntil',
        'disabledAt',
      ])
      .where('state', 'in', state ? [state] : ['requested', 'approved', 'sent'])
      // What waits for an operator comes first.
      .orderBy(sql`array_position(array['requested', 'approved', 'sent'], state)`)
      .orderBy('requestedAt', state === 'arrived' || state === 'returned' ? 'desc' : 'asc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        [
          it.id,
          it.state.padEnd(9),
          it.requestedAt,
          it.phone,
          it.cardMasked,
          `${money(it.amount, it.currency)}, fee ${money(it.fee + it.tax, it.currency)}, to send ${money(it.arrives, it.currency)}`,
          ...(it.reviewUntil !== null && (it.state === 'requested' || it.state === 'approved')
            ? ['REVIEW: the account was changed in the day before']
            : []),
          ...(it.disabledAt !== null && it.state !== 'arrived' && it.state !== 'returned' ? ['CARD DISABLED'] : []),
        ].join('  '),
    })
  },
})

const approve = action('withdrawal approve', {
  needs: ['treasury'],
  says: 'Checked: it may be sent',
  positional: ['id'],
  args: { id: Id },
  run: (context, { id }) => move(context, id, 'approved'),
})

const payee = action('withdrawal payee', {
  needs: ['treasury'],
  reads: 'personal',
  says: "Shows whom to pay for an approved or sent withdrawal, the card's whole number too; that it was shown is kept, the number isn't",
  positional: ['id'],
  args: { id: Id },
  run: async ({ db, config }, { id }) => {
    const found = await db
      .selectFrom('withdrawal')
      .innerJoin('bankCard', (it) =>
        it.onRef('bankCard.memberId', '=', 'withdrawal.memberId').onRef('bankCard.id', '=', 'cardId'),
      )
      .innerJoin('bank', 'bank.id', 'bankId')
      .select(['withdrawal.memberId', 'cardId', 'bank.name', 'holderName', 'arrives', 'withdrawal.currency', 'state'])
      .where('withdrawal.id', '=', id)
      .executeTakeFirst()
    if (!found) throw new DomainError('not_found')
    // A member can still cancel what is only requested: money that was paid out for it would be out twice.
    if (found.state !== 'approved' && found.state !== 'sent')
      throw new DomainError('bad_request', {
        field: 'withdrawal',
        problem: `is ${found.state} and must not be paid${found.state === 'requested' ? ' before it is approved' : ''}`,
      })
    // Of what is sent, the bank is asked to stop it.
    if (found.state === 'approved') await rejectDisabledCard(db, found)
    const number = await revealNumber(db, keyringOf(config), { memberId: found.memberId, id: found.cardId })
    if (number === null)
      throw new DomainError('bad_request', {
        field: 'card',
        problem: 'was removed, and its number with it: return the withdrawal',
      })
    return {
      shown: [
        `${money(found.arrives, found.currency)} to ${found.holderName}, ${found.name}, ${number}`,
        found.state === 'approved'
          ? 'It is approved. "withdrawal send" once the bank has it.'
          : "IT IS SENT: the bank has it. Don't pay it again.",
      ],
      kept: ['shown'],
    }
  },
})

const send = action('withdrawal send', {
  needs: ['treasury'],
  says: 'Handed to the bank',
  positional: ['id'],
  args: { id: Id },
  run: (context, { id }) => move(context, id, 'sent'),
})

const arrive = action('withdrawal arrive', {
  needs: ['treasury'],
  says: 'The bank says it has arrived: the money leaves the books',
  positional: ['id'],
  args: { id: Id },
  run: (context, { id }) => move(context, id, 'arrived'),
})

const giveBack = action('withdrawal return', {
  needs: ['treasury'],
  says: `All of it goes back to the member, the fee too. They are told the reason: ${returnReasons.join(', ')} in their language, any other text as it is`,
  positional: ['id'],
  args: { id: Id, reason: Text },
  run: (context, { id, reason }) => move(context, id, 'returned', { reason }),
})

const giveBackArrived = action('withdrawal return-arrived', {
  needs: ['treasury'],
  says: `One booked as arrived by mistake, or that the bank sent back afterwards: all of it goes back to the member, the fee and the tax too. Its money must be with you. They are told the reason: ${arrivedReturnReasons.join(', ')} in their language, any other text as it is`,
  positional: ['id'],
  args: { id: Id, reason: Text },
  run: async (context, { id, reason }) => {
    const { db, clock } = context
    const said = await move(context, id, 'returned', { reason, afterArrival: true })
    const { currency } = await db
      .selectFrom('withdrawal')
      .select('currency')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { outside, claims } = await coverOf(db, { currency }, clock)
    return outside < claims
      ? [
          ...said,
          `${money(claims - outside, currency)} of members' money isn't covered now: bring it in (\`fund capital\`).`,
        ]
      : said
  },
})

async function move(
  { db, clock, by }: CommandContext,
  id: string,
  to: 'approved' | 'sent' | 'arrived' | 'returned',
  more: { reason?: string; afterArrival?: boolean } = {},
): Promise<string[]> {
  const { changed } = await moveWithdrawal(db, { id, to, by, ...more }, clock)
  return [changed ? `${id} is ${to}. The member has been told.` : `${id} was ${to} already. Nothing was changed.`]
}

export const withdrawalCommands: readonly Command[] = [list, approve, payee, send, arrive, giveBack, giveBackArrived]
