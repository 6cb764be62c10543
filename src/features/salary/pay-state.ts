import type { ContractBill } from '#protocol/contracts.ts'
import { addDays } from '../../lib/days.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/**
 * How one piece of pay stands, counting what was done here: `sent` is on its way, `rejected` came back, `due` can be
 * received now.
 */
export type PayStanding = 'due' | 'sent' | 'rejected' | 'received' | 'later'

export interface PayState {
  stands: PayStanding
  command: Command | undefined
}

/** A receipt that was confirmed counts at once, also before the list was read again. */
export function payStateOf({ id, week, status }: ContractBill, receipts: readonly Command[]): PayState {
  const command = receipts.findLast(
    (it) => it.state !== 'cancelled' && (week === null ? it.args['billId'] === id : it.args['week'] === week),
  )
  if (status === 1 || command?.state === 'applied') return { stands: 'received', command }
  if (command && isOpen(command)) return { stands: 'sent', command }
  if (command) return { stands: 'rejected', command }
  return { stands: status === 0 ? 'due' : 'later', command }
}

/** Monday and Sunday of an ISO week `2026-W47`, as days. 4 January lies in the first week of every year. */
export function daysOfWeek(week: string): [monday: string, sunday: string] {
  const fourth = `${week.slice(0, 4)}-01-04`
  const sinceMonday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(fourth, 7 * (Number(week.slice(6)) - 1) - sinceMonday)
  return [monday, addDays(monday, 6)]
}
