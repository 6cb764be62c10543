import { interestOf } from '#protocol/deposit-rules.ts'
import { instant } from './clock.ts'
import { cardsOf } from './db/bank-cards.ts'
import type { Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { receiveDemoWeeks } from './demo-contract.ts'
import type { DaysAgo } from './demo.ts'
import { billsOf, repay } from './features/cards/bills.ts'
import { openDeposit } from './features/wallet/deposits/opening.ts'
import { offers } from './features/wallet/deposits/terms.ts'
import { receiveIncome } from './features/rewards/claim.ts'
import { openTopUp } from './features/wallet/top-up/awaiting.ts'
import { lookAt } from './features/wallet/top-up/looking.ts'
import { demoRail } from './features/wallet/rails/demo-rail.ts'
import { linesOf, termsOf } from './features/wallet/withdrawal/withdrawal-terms.ts'
import { moveWithdrawal, requestWithdrawal } from './features/wallet/withdrawal/withdrawing.ts'
import { walletsOf } from './ledger/wallets.ts'
import type { Log } from './log.ts'

const memberId = demoMember.id

interface Withdrawal {
  amount: number
  requested: number
  moves: readonly (readonly ['approved' | 'sent' | 'arrived' | 'returned', daysAgo: number])[]
  reason?: string
}

/** Amounts in minor units, times in days ago. */
const withdrawals: readonly Withdrawal[] = [
  {
    amount: 2000,
    requested: 7.1,
    moves: [
      ['approved', 6.8],
      ['sent', 6.7],
      ['arrived', 4.9],
    ],
  },
  {
    amount: 1500,
    requested: 4.2,
    moves: [
      ['approved', 3.9],
      ['sent', 3.8],
      ['returned', 3.1],
    ],
    reason: 'bank-closed',
  },
  { amount: 1200, requested: 0.2, moves: [] },
]
/** The top-up equals what the deposit and the repayment take, so the recharge wallet ends as it began. */
const [deposited, repaid] = [10_000, 1000]
const toppedUp = deposited + repaid

/**
 * What the demo member did besides buying: received pay and income, withdrew some of it, topped up, repaid a card's
 * bill and opened a deposit. Once, in a transaction, after the settlements of the days in question.
 */
export async function dealAsDemoMember(db: Db, daysAgo: DaysAgo, log: Log): Promise<void> {
  await receiveDemoWeeks(db, daysAgo(0))
  // Earlier than the days whose activity the home screen lists.
  await receiveIncome(db, { memberId, before: instant(daysAgo(7.2)) }, daysAgo(7.2))
  for (const it of withdrawals) await withdraw(db, it, daysAgo)
  await topUp(db, daysAgo, log)
  await repayFirst(db, daysAgo)
  await deposit(db, daysAgo)
}

async function withdraw(db: Db, { amount, requested, moves, reason }: Withdrawal, daysAgo: DaysAgo): Promise<void> {
  const card = (await cardsOf(db, memberId, daysAgo(requested))).find((it) => it.status === 'active')
  // Another process that started on the same database may be settling the same periods.
  if (!card || (await walletsOf(db, memberId)).income < amount) return
  const { arrives: expectedArrival } = linesOf(amount, await termsOf(db, memberId))
  const { id } = await requestWithdrawal(db, { memberId, amount, cardId: card.id, expectedArrival }, daysAgo(requested))
  for (const [to, days] of moves) await moveWithdrawal(db, { id, to, reason: reason ?? null }, daysAgo(days))
}

async function topUp(db: Db, daysAgo: DaysAgo, log: Log): Promise<void> {
  const opened = daysAgo(3)
  const id = await openTopUp(db, { memberId, amount: toppedUp, rail: demoRail(db, opened) }, opened)
  const { address } = await db
    .selectFrom('awaitedTopUp')
    .select('address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const minuteLater = { now: () => opened.now() + 60_000 }
  await lookAt({ db, transact: (work) => work(db), clock: minuteLater, log }, demoRail(db, minuteLater), address)
}

async function repayFirst(db: Db, daysAgo: DaysAgo): Promise<void> {
  const bill = [...(await billsOf(db, memberId, daysAgo(2.9))).values()].flat().find((it) => it.amount === repaid)
  if (bill)
    await repay(
      db,
      { memberId, billId: bill.id, wallet: 'recharge', amount: repaid, expectedLeft: repaid },
      daysAgo(2.9),
    )
}

async function deposit(db: Db, daysAgo: DaysAgo): Promise<void> {
  const term = (await offers(db)).find((it) => it.days === 90)
  if (term)
    await openDeposit(
      db,
      { memberId, termId: term.id, amount: deposited, from: 'recharge', expectedInterest: interestOf(deposited, term) },
      daysAgo(2.8),
    )
}
