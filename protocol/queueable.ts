import { addressDelete, addressSave } from './addresses.ts'
import type { Call } from './call.ts'
import { contractReceipt } from './contracts.ts'
import { boxReceipt, lotteryReceipt, poolReceipt } from './games.ts'
import { noticeRead, noticeReadAll } from './messages.ts'
import { pointsOrderReceive, pointsOrderRefund } from './pointsmall.ts'
import { claimEarnings, gameSign, quizLeave, redeemCode } from './rewards.ts'
import { weekReceive } from './salary.ts'
import { pushChoose, recordAdd, updateProfile, uploadAvatar } from './settings.ts'
import { invitationReceipt } from './team.ts'
import { earnReceive } from './wallet.ts'

const queued = [
  gameSign,
  claimEarnings,
  earnReceive,
  weekReceive,
  boxReceipt,
  lotteryReceipt,
  poolReceipt,
  invitationReceipt,
  contractReceipt,
  pointsOrderRefund,
  pointsOrderReceive,
  redeemCode,
  quizLeave,
  noticeRead,
  noticeReadAll,
  addressSave,
  addressDelete,
  updateProfile,
  uploadAvatar,
  pushChoose,
  recordAdd,
] as const

export type QueueablePath = (typeof queued)[number]['path']

/**
 * What the outbox can send (docs/offline.md, "Writing"): calls with offline `queue`, by path. A path that isn't here is
 * an unknown call.
 */
export const queueable: ReadonlyMap<string, Call> = new Map(queued.map((call) => [call.path, call]))
