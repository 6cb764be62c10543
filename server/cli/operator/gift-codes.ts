import * as v from 'valibot'
import { instant } from '../../clock.ts'
import type { Gift } from '../../db/gift-schema.ts'
import { endGiftCode, issueGiftCode } from '../../features/rewards/gift-codes.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed } from './listed.ts'
import { Major, counted, money as written } from './arguments.ts'
import { once, onceByReference, Reference } from './references.ts'
import { balanceOf, house } from '../../ledger/accounts.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const day = 86_400_000
const points = v.optional(counted(1, 1_000_000))
const Code = v.pipe(v.string(), v.regex(/^[A-Z0-9-]{4,40}$/, 'must be 4 to 40 capital letters, digits and -'))

const issue = action('gift-code issue', {
  needs: ['treasury'],
  // The audit is read by people who may not give money away.
  confidential: ['code'],
  says: `Issues a code that so many members may redeem once each; money comes out of the account \`gifts\` (see fund). Without --code it is one nobody can guess. ${onceByReference}`,
  args: {
    uses: counted(1, 1_000_000),
    days: counted(1, 3650),
    money: v.optional(Major),
    gold: points,
    lucky: points,
    code: v.optional(Code),
    reference: v.optional(Reference),
  },
  run: async (context, { reference, ...given }) => {
    let isNew = false
    const shown = await once(context, { command: 'gift-code issue', reference, body: given }, async () => {
      isNew = true
      const { db, clock } = context
      const { uses, days, money, gold, lucky, code } = given
      const gifts: Gift[] = [
        ...(money === undefined ? [] : [{ of: 'money' as const, amount: money, currency }]),
        ...(gold === undefined ? [] : [{ of: 'gold' as const, amount: gold }]),
        ...(lucky === undefined ? [] : [{ of: 'lucky' as const, amount: lucky }]),
      ]
      const [first, ...rest] = gifts
      if (!first)
        throw new DomainError('bad_request', {
          field: 'gift code',
          problem: 'must give something: --money, --gold or --lucky',
        })
      const made = await issueGiftCode(
        db,
        {
          gifts: [first, ...rest],
          uses,
          expiresAt: instant(clock.now() + days * day),
          ...(code === undefined ? {} : { code }),
        },
        clock,
      )
      const held = money === undefined ? 0 : await balanceOf(db, { ...house('gifts'), asset: currency })
      const warning = `WARNING: the account gifts holds ${written(held, currency)}, and the code promises up to ${written((money ?? 0) * uses, currency)}. Without money there a redemption is refused: fund gifts first, see fund.`
      return { made, lines: money === undefined || held >= money * uses ? [made] : [made, warning] }
    })
    return { shown, kept: isNew ? ['Issued.', ...shown.slice(1)] : ['Was issued before.'] }
  },
})

const codesMost = 500

const list = reading('gift-code list', {
  needs: ['treasury'],
  says: 'Codes that can still be redeemed, and how often they were',
  run: async ({ db, clock }) => {
    const rows = await db
      .selectFrom('giftCode')
      .selectAll()
      .where('expiresAt', '>', instant(clock))
      .orderBy('issuedAt', 'desc')
      .limit(codesMost + 1)
      .execute()
    return listed(rows, {
      most: codesMost,
      lineOf: (it) =>
        `${it.code}  ${it.uses} of ${it.usesMost}  until ${it.expiresAt}  ${it.rewards.map((gift) => JSON.stringify(gift)).join(' ')}`,
    })
  },
})

const end = action('gift-code end', {
  needs: ['treasury'],
  says: 'Ends a code at once, as one that was issued wrongly or is in other hands: nobody redeems it any more; what it gave stays given',
  positional: ['code'],
  args: { code: Code },
  run: async ({ db, clock }, { code }) => {
    const { uses, usesMost, isEnded } = await endGiftCode(db, code, clock)
    const given = `${uses} of ${usesMost} were redeemed.`
    return [isEnded ? `${code} is ended. ${given}` : `${code} had ended before. ${given} Nothing was changed.`]
  },
})

export const giftCodeCommands: readonly Command[] = [issue, list, end]
