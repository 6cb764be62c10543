import * as v from 'valibot'
import { approveTopUp, declineTopUp } from '../../features/wallet/top-up/held.ts'
import { returnUnowned } from '../../features/wallet/top-up/unowned.ts'
import { money, Text } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'

const Name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const args = { source: Name, id: Name }

const list = reading('top-up list', {
  needs: ['treasury', 'support'],
  reads: 'personal',
  says: 'Payments that feeds reported and that wait for your approval, or to be sent back because their account was deleted, oldest first',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('heldTopUp')
      .innerJoin('member', 'member.id', 'memberId')
      .selectAll('heldTopUp')
      .select('phone')
      .where('state', 'in', ['waiting', 'unowned'])
      .orderBy('heldAt')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        [
          it.source,
          it.externalId,
          money(it.amount, it.currency),
          it.state === 'unowned' ? `${it.memberId} (account deleted: send it back)` : it.phone,
          `received ${it.receivedAt}`,
        ].join('  '),
    })
  },
})

const approve = action('top-up approve', {
  needs: ['treasury'],
  says: 'Credits a payment that waits. Not by who has made a key of its source',
  positional: ['source', 'id'],
  args,
  run: async ({ db, by, clock }, { source, id }) => {
    const { amount, currency } = await approveTopUp(db, { source, externalId: id, by }, clock)
    return [`${money(amount, currency)} is credited. The member has been told.`]
  },
})

const decline = action('top-up decline', {
  needs: ['treasury'],
  says: 'Never credits a payment that waits; the member is told, with the reason. Send the money back where it came from',
  positional: ['source', 'id'],
  args: { ...args, reason: Text },
  run: async ({ db, by, clock }, { source, id, reason }) => {
    const { amount, currency } = await declineTopUp(db, { source, externalId: id, by, reason }, clock)
    return [`${money(amount, currency)} is not credited. The member has been told.`]
  },
})

const giveBack = action('top-up return', {
  needs: ['treasury'],
  says: 'Books that a payment for a deleted account was sent back to where it came from. Said again it changes nothing',
  positional: ['source', 'id'],
  args,
  run: async ({ db, by, clock }, { source, id }) => {
    const { amount, currency, counted } = await returnUnowned(db, { source, externalId: id, by }, clock)
    return counted
      ? [`${money(amount, currency)} went back to where it came from.`]
      : [`${money(amount, currency)} went back before. Nothing was changed.`]
  },
})

export const topUpCommands: readonly Command[] = [list, approve, decline, giveBack]
