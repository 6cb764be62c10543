import type { ContractBill } from '#protocol/contracts.ts'
import { addDays } from '../../lib/days.ts'
import type { Command } from '../../outbox/command.ts'
import { receiptOf, type Receipt } from '../../outbox/receipt.ts'

const listed = { 0: 'due', 1: 'received', 3: 'later' } as const

/** The state of one payment. The receipt of a week names the week; that of a bonus or correction names its id. */
export function payStateOf({ id, week, status }: ContractBill, receipts: readonly Command[]): Receipt {
  return receiptOf(
    listed[status],
    receipts.filter((it) => (week === null ? it.args['billId'] === id : it.args['week'] === week)),
  )
}

/** Monday and Sunday of an ISO week `2026-W47`, as days. 4 January lies in the first week of every year. */
export function daysOfWeek(week: string): [monday: string, sunday: string] {
  const fourth = `${week.slice(0, 4)}-01-04`
  const sinceMonday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(fourth, 7 * (Number(week.slice(6)) - 1) - sinceMonday)
  return [monday, addDays(monday, 6)]
}
