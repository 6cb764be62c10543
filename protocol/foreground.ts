import { bindPhone, deleteAccount, setTransactionPassword } from './auth.ts'
import type { Call } from './call.ts'
import { addBindCard, removeCard, repayCardBill } from './cards.ts'
import { contractEnd, contractSubmit } from './contracts.ts'
import { deviceSignOut, otherDevicesSignOut } from './devices.ts'
import { depositEnd, depositOpen } from './deposits.ts'
import { boxBuy, lotteryOpen, playLimits, seedRenew } from './games.ts'
import { orderCancel, prepay } from './orders.ts'
import { pointsCheckout } from './pointsmall.ts'
import { passkeyAdd, passkeyConfirms, passkeyRemove, passkeyRename } from './passkeys.ts'
import { quizNext, quizSubmit } from './rewards.ts'
import { exchange, topUpOpen, withdraw, withdrawCancel } from './wallet.ts'

const foreground = [
  prepay,
  orderCancel,
  pointsCheckout,
  withdraw,
  withdrawCancel,
  exchange,
  topUpOpen,
  depositOpen,
  depositEnd,
  addBindCard,
  removeCard,
  repayCardBill,
  contractSubmit,
  contractEnd,
  lotteryOpen,
  boxBuy,
  seedRenew,
  playLimits,
  quizNext,
  quizSubmit,
  setTransactionPassword,
  deleteAccount,
  bindPhone,
  deviceSignOut,
  otherDevicesSignOut,
  passkeyAdd,
  passkeyRename,
  passkeyRemove,
  passkeyConfirms,
] as const

export type ForegroundPath = (typeof foreground)[number]['path']

/**
 * What a member's app sends at once while they look on (docs/offline.md, "Writing"): writing calls with another
 * `offline` than `queue`, by path.
 */
export const foregroundCalls: ReadonlyMap<string, Call> = new Map(foreground.map((call) => [call.path, call]))
