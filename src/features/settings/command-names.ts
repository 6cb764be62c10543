import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { userInfo } from '#protocol/auth.ts'
import type { ForegroundPath } from '#protocol/foreground.ts'
import type { QueueablePath } from '#protocol/queueable.ts'
import { readOf } from '../../cache/read-of.ts'
import { useOwnMoney } from '../../ui/own-money.ts'
import type { Command } from '../../outbox/command.ts'

/** The name of a command, in the words that a member would use. */
export function useCommandName(): (command: Command) => string {
  const { t } = useLingui()
  const currency = useQuery(readOf(userInfo, {})).data?.userInfo.currency ?? 'USD'
  const ownMoney = useOwnMoney()
  const money = (amount: unknown) => ownMoney(Number(amount), currency)
  const wallet = (name: unknown) => (name === 'income' ? t`income wallet` : t`recharge wallet`)
  const names: Record<QueueablePath | ForegroundPath, (args: Command['args']) => string> = {
    'order/prepay': (args) => {
      const [amount, from] = [money(args['expectedPayment']), wallet(args['wallet'])]
      return t`Payment of ${amount} from your ${from}`
    },
    'integral/order/checkout': () => t`Order in the points mall`,
    'integral/order/refund': () => t`Points order refund`,
    'integral/order/receive': () => t`Parcel received`,
    'order/cancel': () => t`Cancelling an order`,
    'Profit/withdrawal': (args) => {
      const amount = money(args['amount'])
      return t`Withdrawal of ${amount}`
    },
    'capital/exchange': (args) => {
      const amount = money(args['amount'])
      return t`${amount} from income to recharge`
    },
    'currency/pay': (args) => {
      const amount = money(args['amount'])
      return t`Top-up of ${amount}`
    },
    'capital/deposit/open': (args) => {
      const amount = money(args['amount'])
      return t`Deposit of ${amount}`
    },
    'capital/deposit/end': () => t`Ending a deposit`,
    'capital/withdrawal/cancel': () => t`Cancelling a withdrawal`,
    'capital/addBindCard': () => t`Adding a card`,
    'capital/remove': () => t`Removing a card`,
    'order/hsCardSubmit': (args) => {
      const [amount, from] = [money(args['amount']), wallet(args['wallet'])]
      return t`Repayment of ${amount} from your ${from}`
    },
    'g/contract/submit': () => t`Contract signed`,
    'g/contract/end': () => t`Ending your contract`,
    'lottery/open': () => t`Lottery draw`,
    'game/box/buy': () => t`Boxes opened`,
    'game/seed/renew': () => t`New seed for the games`,
    'game/limits/save': () => t`Your limits for games`,
    'auth/transactionPassword': () => t`Setting your transaction password`,
    'just/oauth/bingPhoneNumber': () => t`Phone changed`,
    'auth/devices/signOut': () => t`Logging out a device`,
    'auth/devices/signOutOthers': () => t`Logging out your other devices`,
    'auth/passkeys/add': () => t`Adding a passkey`,
    'auth/passkeys/rename': () => t`Renaming a passkey`,
    'auth/passkeys/remove': () => t`Removing a passkey`,
    'auth/passkeys/confirms': () => t`Confirming with a passkey`,
    'auth/unsubscribe': () => t`Deleting your account`,
    'game/sign': () => t`Check-in`,
    'g/user/goods/earnings/claim': ({ unitId }) =>
      unitId === undefined ? t`Claiming all income` : t`Claiming one product's income`,
    'g/account/earn/receive': () => t`Claiming income settled so far`,
    'g/account/week/receive': () => t`Weekly salary`,
    'game/box/confirmReceipt': () => t`Prize from a box`,
    'lottery/receipt': () => t`Prize from the lottery`,
    'pool/rules/confirm/receipt': () => t`Prize from the pool`,
    'invitation/reward/confirm/receipt': () => t`Gold coins for an invitation`,
    'g/contract/confirm/receipt': () => t`Contract pay`,
    'redeemCodeRule/use': ({ code }) => (typeof code === 'string' ? t`Gift code ${code}` : t`Gift code`),
    'answer/next': () => t`Starting the daily quiz`,
    'answer/submit': () => t`Daily quiz answers`,
    'answer/leave': () => t`Daily quiz left`,
    'mallNotice/getRead': () => t`Messages marked read`,
    'mallNotice/readAll': () => t`All messages marked read`,
    'address/save': () => t`Address saved`,
    'address/delete': () => t`Address deleted`,
    'user/update/info': () => t`Profile changed`,
    'user/avatar/upload': () => t`New picture`,
    'push/choose': () => t`Notification settings`,
    'common/record/add': () => t`Usage statistics`,
  }
  return ({ call, args }) =>
    Object.hasOwn(names, call) ? names[call as keyof typeof names](args) : t`Something this version can't read`
}
