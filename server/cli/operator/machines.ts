import * as v from 'valibot'
import { planClosing, type ClosingPlan } from '../../features/orders/closing-plan.ts'
import { closeMachine, machineToClose } from '../../features/orders/machine-closing.ts'
import { Text, money } from './arguments.ts'
import { action, reading, type Command } from './command.ts'

const Device = v.pipe(v.string(), v.nonEmpty(), v.maxLength(60))

const preview = reading('machine close-preview', {
  needs: ['treasury'],
  reads: 'personal',
  says: 'What `machine close` would do now: which orders, how much goes back to whom, and whether it is covered',
  positional: ['device'],
  args: { device: Device },
  run: async ({ db, clock }, { device }) => {
    const machine = await machineToClose(db, device)
    if (machine.closedAt !== null) return [`${device} was closed on ${machine.closedAt}.`]
    const plan = await planClosing(db, machine, clock)
    const phones = await db
      .selectFrom('member')
      .select(['id', 'phone'])
      .where('id', 'in', [machine.id, ...plan.orders.map((it) => it.memberId)])
      .execute()
    const phoneOf = new Map(phones.map((it) => [it.id, it.phone]))
    const { sales, refundable } = plan.cover
    const covered = plan.missing === 0 ? 'Covered' : `REFUSED, ${money(plan.missing, machine.currency)} missing`
    return [
      ...linesOf(plan, (it) => `  ${phoneOf.get(it.memberId) ?? ''}`),
      `${sumOf(plan, machine.currency)}. sales has ${money(sales, machine.currency)}, and ${money(refundable, machine.currency)} of it is for other orders that can be cancelled. ${covered}.`,
    ]
  },
})

const close = action('machine close', {
  needs: ['treasury'],
  says: 'Closes a machine that is sold or broken for good: orders that can be cancelled are, all other units end now and what was paid for the rest of their term goes back; the product is withdrawn. Owners are told, with the reason. There is no way back',
  positional: ['device'],
  args: { device: Device, reason: Text },
  run: async ({ db, clock }, { device, reason }) => {
    const { machine, plan } = await closeMachine(db, { deviceNumber: device, reason }, clock)
    if (plan === null) return [`${device}: was closed on ${machine.closedAt}. Nothing was changed.`]
    return [...linesOf(plan, () => ''), `${device} is closed. ${sumOf(plan, machine.currency)}; the owners are told.`]
  },
})

export const machineCommands: readonly Command[] = [preview, close]

function linesOf({ orders }: ClosingPlan, who: (order: ClosingPlan['orders'][number]) => string): string[] {
  return orders.map((it) => {
    const units = it.quantity === 1 ? '1 unit' : `${it.quantity} units`
    const paid = money(it.actualPayment, it.currency)
    const back = money(it.refund, it.currency)
    return `${it.orderNumber}${who(it)}  ${it.end}  ${units}  paid ${paid}  earned ${money(it.earned, it.currency)}  back ${back} to ${it.paidFrom}`
  })
}

function sumOf({ orders, refund }: ClosingPlan, currency: string): string {
  const members = new Set(orders.map((it) => it.memberId)).size
  return `${money(refund, currency)} back to ${members === 1 ? '1 member' : `${members} members`}`
}
