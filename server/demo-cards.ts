import { noteAgreement } from './db/agreements.ts'
import type { Keyring } from './db/keyring.ts'
import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { articlesAgreedTo } from './features/auth/rules.ts'
import { setAnnualFee } from './features/cards/annual-fees.ts'
import { chargeCard } from './features/cards/bills.ts'
import { bindCard } from './features/cards/binding.ts'
import type { DaysAgo } from './demo.ts'

/** Test card numbers that the card schemes publish: they pass every check and belong to nobody. */
const [everyday, second] = [
  { bankId: 'bca', number: '4012 8888 8888 1881' },
  { bankId: 'bni', number: '3566 0020 2036 0505' },
]

/**
 * Binds the demo member's cards: one that takes withdrawals, with a bill to repay, and one whose annual fee has been
 * due for some days. In the transaction that makes the member.
 */
export async function bindDemoCards(db: Db, ring: Keyring, daysAgo: DaysAgo): Promise<void> {
  await setAnnualFee(db, { code: 'jcb', annualFee: 300 }, daysAgo(36))
  const [cardId] = [await bind(everyday, 35), await bind(second, 34)]
  await chargeCard(db, { cardId, ref: 'sent by courier', amount: 1000 }, daysAgo(20))
  await chargeCard(db, { cardId, ref: 'monthly letter', amount: 600 }, daysAgo(6))

  async function bind({ bankId, number }: typeof everyday, days: number): Promise<string> {
    const { id: memberId, phone } = demoMember
    const bound = await bindCard(
      db,
      ring,
      {
        memberId,
        bankId,
        typeCode: null,
        holderName: 'SARI',
        phone,
        agreed: true,
        secret: { number, expiry: inTwoYears(daysAgo(0).now()), cvv: '123' },
      },
      daysAgo(days),
    )
    await noteAgreement(
      db,
      { memberId, articles: [articlesAgreedTo.privacyArticle], subject: 'card', ref: bound },
      { language: 'en', clock: daysAgo(days) },
    )
    return bound
  }
}

/** A card's expiry, `MM/YY`, in the December after next. */
function inTwoYears(now: number): string {
  return `12/${String((new Date(now).getUTCFullYear() + 2) % 100).padStart(2, '0')}`
}
