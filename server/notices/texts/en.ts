import { pluralIn } from '../../plural.ts'
import type { Catalogue, NoticeParams, PaidDebt } from './catalogue.ts'
import { localized } from '../../db/localized.ts'
import { amountIn, asSentence, dayIn } from '../../http/messages/written.ts'
import { returnReasonIn } from '../return-reasons.ts'

const amount = amountIn('en')
const of = ({ currency }: { currency: string }, value: number) => amount({ currency, amount: value })
const day = dayIn('en')
const plural = pluralIn('en')

/** Where what came in paid a debt first; messages of earlier versions don't say. */
const paid = (p: PaidDebt) => (p.paidDebt ? ` ${of(p, p.paidDebt)} of it paid what you owed.` : '')

const owes = (p: NoticeParams['money_taken_back']) =>
  p.owed === 0
    ? ''
    : p.pending
      ? ` You owe ${of(p, p.owed)} of it. ${of(p, p.pending)} of that is ready to claim, and claiming it pays that.` +
        (p.owed === p.pending ? '' : ' What else comes into that wallet pays the rest first.')
      : ` It was no longer all in that wallet, so you owe ${of(p, p.owed)}. What comes into that wallet next pays it first.`

const growth = (p: NoticeParams['money_taken_back']) =>
  p.growth === undefined
    ? ''
    : ` ${p.growth === 1 ? 'One growth point' : `${p.growth} growth points`} went with it. Your level stays.`

const refunded = (p: NoticeParams['money_taken_back']) =>
  p.refunded === undefined
    ? ''
    : (p.refunded.recharge.amount === 0
        ? ''
        : ` For what was cancelled, another ${of(p, p.refunded.recharge.amount)} went back to your recharge wallet.${paid({ ...p, ...p.refunded.recharge })}`) +
      (p.refunded.income.amount === 0
        ? ''
        : ` For what was cancelled, another ${of(p, p.refunded.income.amount)} went back to your income wallet.${paid({ ...p, ...p.refunded.income })}`)

export const en: Catalogue = {
  topup_received: (p) => ({
    title: 'Top-up received',
    line: `${amount(p)} came into your recharge wallet.${paid(p)}`,
    push: 'It came into your recharge wallet.',
  }),
  topup_under_review: (p) => ({
    title: 'Payment under review',
    line: `A payment of ${amount(p)} for you was reported. We check larger payments before we credit them and tell you the result.`,
    push: 'A larger payment is being checked before it is credited.',
  }),
  topup_declined: (p) => ({
    title: 'Payment not credited',
    line: `${amount(p)} was not credited to your wallet: ${p.reason}`,
    push: 'Open the app to see why.',
  }),
  money_taken_back: (p) => ({
    title: 'Money taken back',
    line: `${amount(p)} was taken back from you: ${asSentence(p.reason)}` + owes(p) + growth(p) + refunded(p),
    push: 'Open your wallet to see why.',
  }),
  money_given_back: (p) => ({
    title: 'Money given back',
    line: `${amount(p)} that was taken back from you is in your recharge wallet again: ${asSentence(p.reason)}${paid(p)}`,
    push: 'Open your wallet to see why.',
  }),
  order_paid: (p) => ({
    title: 'Order paid',
    line:
      p.quantity === 1
        ? `One unit of ${p.product} is yours and earns from now on.`
        : `${p.quantity} units of ${p.product} are yours and earn from now on.`,
    push: `Units of ${p.product} are yours and earn from now on.`,
  }),
  order_cancelled: (p) => ({
    title: 'Order cancelled',
    line:
      p.amount === 0
        ? `Your order for ${p.product} was cancelled. There was nothing to pay back.`
        : `${amount(p)} for ${p.product} went back to the wallet it came from.${paid(p)}`,
    push: p.amount === 0 ? 'There was nothing to pay back.' : 'The payment went back to the wallet it came from.',
  }),
  income_settled: (p) => ({
    title: 'Income settled',
    line:
      p.paidOn === undefined
        ? p.hasEnded
          ? `Units whose term ended on ${day(p.day)} earned you ${amount(p)} since they were last settled. Ready to claim.`
          : `Your machines earned you ${amount(p)} on ${day(p.day)}. Ready to claim.`
        : p.hasEnded
          ? `Units whose term has ended earned you ${amount(p)} since they were last settled. It was settled on ${day(p.paidOn)}. Ready to claim.`
          : `Income of ${amount(p)} from your machines was settled on ${day(p.paidOn)}. Ready to claim.`,
    push: 'Your machines have earned. Ready to claim.',
  }),
  points_order_shipped: (p) => ({ title: 'Parcel shipped', line: `${localized('en', p.goods)} has been shipped.` }),
  points_order_refunded: (p) => ({
    title: 'Points refunded',
    line: `${p.points === 1 ? '1 gold coin' : `${p.points} gold coins`} for ${localized('en', p.goods)} ${p.points === 1 ? 'is' : 'are'} back with you.`,
    push: 'You have your gold coins back.',
  }),
  machine_stopped: (p) => ({
    title: 'Machine stopped',
    line: `${p.product} is paused or faulty. It earns nothing until it's running again.`,
  }),
  machine_running: (p) => ({ title: 'Machine running again', line: `${p.product} is running and earning again.` }),
  machine_closed: (p) => ({
    title: 'Machine closed',
    line:
      `${p.product} was closed for good, and its units have ended.` +
      (p.ended === 0 ? '' : ' What they earned until then is settled within two hours.') +
      (p.amount === 0 ? '' : ` ${amount(p)} went back to the wallet it came from.${paid(p)}`) +
      ` Reason: ${p.reason}`,
    push: 'A machine you own units of was closed for good. Open the app to see why and what you get back.',
  }),
  unit_expired: (p) => ({
    title: 'Term ended',
    line:
      p.units === 1
        ? `Your unit of ${p.product} has reached the end of its term. Its last income is settled.`
        : `Your ${p.units} units of ${p.product} have reached the end of their term. Their last income is settled.`,
    push: `The term of your units of ${p.product} has ended. Their last income is settled.`,
  }),
  deposit_matured: (p) => ({
    title: 'Deposit matured',
    line: `${amount(p)} went back to the wallet it came from, and ${of(p, p.interest)} of interest was paid into your income wallet.${paid(p)}`,
    push: 'The money and interest were paid into your wallets.',
  }),
  withdrawal_requested: (p) => ({
    title: 'Withdrawal requested',
    line: `${amount(p)} to ${p.card} is being checked.`,
    push: 'Your request is being checked.',
  }),
  withdrawal_approved: (p) => ({
    title: 'Withdrawal approved',
    line: `${amount(p)} to ${p.card} will be sent next.`,
    push: 'We send it next.',
  }),
  withdrawal_sent: (p) => ({
    title: 'Withdrawal sent',
    line: `${amount(p)} was sent to ${p.card}.`,
    push: 'The bank is sending it to your card.',
  }),
  withdrawal_arrived: (p) => ({
    title: 'Withdrawal arrived',
    line: `${amount(p)} has arrived on ${p.card}.`,
    push: 'It has arrived on your card.',
  }),
  withdrawal_returned: (p) => ({
    title: 'Withdrawal returned',
    line: `${amount(p)}, the whole amount, went back to your income wallet: ${returnReasonIn('en', p.reason)}${paid(p)}`,
    push: 'The whole amount went back to your income wallet.',
  }),
  contract_approved: (p) => ({
    title: 'Contract approved',
    line: `Your contract was reviewed and approved.${p.firstPaidOn ? ` The first week paid by it begins on ${day(p.firstPaidOn)}.` : ''}`,
  }),
  contract_returned: (p) => ({
    title: 'Contract returned',
    line: `Your contract was reviewed and returned: ${p.remark}`,
    push: 'Your contract was reviewed and returned.',
  }),
  contract_ended: (p) => ({
    title: 'End of your contract',
    line: [
      `The last day of your contract is ${day(p.day)}.`,
      p.isPaid === false ? 'There is no full week before it, so none is paid.' : 'Every full week up to then is paid.',
      p.nextOn ? `The update that was approved is paid from ${day(p.nextOn)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  pool_won: (p) => ({
    title: 'A share of the pool',
    line: plural(p.points, {
      one: 'One gold coin from the closed round is ready to claim.',
      other: `${p.points} gold coins from the closed round are ready to claim.`,
    }),
    push: 'Your share of the pool is ready to claim.',
  }),
  pay_ready: (p) => ({
    title: 'Salary ready',
    line: `Your salary of ${amount(p)} is ready to claim.`,
    push: 'Your salary is ready to claim.',
  }),
  phone_changed: (p) => ({
    title: 'Phone changed',
    line: `You now log in with ${p.phone}. If this wasn't you, contact customer service at once.`,
    push: 'You now log in with another phone number.',
  }),
  new_device: () => ({
    title: 'New device',
    line: "Your account was logged in on a new device. If this wasn't you, log that device out in the app and change your password at once.",
    push: 'Your account was logged in on a new device.',
  }),
  password_changed: () => ({
    title: 'Password changed',
    line: 'Your login password was changed. If that was not you, reset your password by a code at once and contact customer service.',
    push: 'Your login password was changed.',
  }),
  transaction_password_changed: () => ({
    title: 'Transaction password changed',
    line: 'Your transaction password was set or changed. If that was not you, reset your password by a code at once and contact customer service.',
    push: 'Your transaction password was set or changed.',
  }),
  card_added: () => ({
    title: 'Card added',
    line: 'A bank card was added to your account. If that was not you, reset your password by a code at once and contact customer service.',
    push: 'A bank card was added to your account.',
  }),
  card_billed: (p) => ({
    title: 'Card bill',
    line: p.isFee
      ? `The annual fee of ${amount(p)} for your card ${p.card} is due by ${day(p.day)}. You can pay it from a wallet.`
      : `A bill of ${amount(p)} for your card ${p.card} is due by ${day(p.day)}. You can pay it from a wallet.${p.what ? ` It is for: ${p.what}.` : ''}`,
    push: 'Your card has a bill to pay.',
  }),
  card_bill_waived: (p) => ({
    title: 'Card bill waived',
    line: p.isFee
      ? `You don't have to pay the annual fee of ${amount(p)} for your card ${p.card} any more: ${p.reason}`
      : `You don't have to pay the bill of ${amount(p)} for your card ${p.card}${p.what ? ` (${p.what})` : ''} any more: ${p.reason}`,
    push: 'There is a bill of your card that you no longer have to pay. Open the app to see why.',
  }),
  card_fee_raised: (p) => ({
    title: 'Annual fee of your card',
    line: `Your card ${p.card} costs ${amount(p)} a year from ${day(p.day)} on. If you don't want to pay that, remove the card before then: this fee is not billed.`,
    push: 'The annual fee of your card goes up.',
  }),
  passkey_added: () => ({
    title: 'Passkey added',
    line: 'A passkey was added to your account. If that was not you, reset your password by a code at once and contact customer service.',
    push: 'A passkey was added to your account.',
  }),
  level_reached: (p) => ({
    title: 'Level reached',
    line: `You reached level ${p.level}. You get ${p.points === 1 ? '1 gold coin' : `${p.points} gold coins`}.`,
    push: 'You reached a new level and got gold coins for it.',
  }),
  invited_registered: (p) => ({
    title: 'Someone joined with your code',
    line: `${p.name} has signed up. ${p.goldCoins} gold coins are ready to claim.`,
    push: 'Your gold coins are ready to claim.',
  }),
  article_published: (p) => ({ title: 'News', line: localized('en', p.titles) }),
  server_restored: (p) => ({
    title: 'Server restored',
    line: `We restored our server to how it was on ${day(p.day)} at ${p.time} UTC. What you did after that may be missing. Check your wallets, orders and withdrawals.`,
    push: 'Something you did lately may be missing. Open the app to check.',
  }),
  terms_changed: (p) => ({ title: 'The terms have changed', line: `Read what is new: ${localized('en', p.titles)}` }),
}
