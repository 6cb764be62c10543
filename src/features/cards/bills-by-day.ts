import type { BankCard, CardBill } from '#protocol/cards.ts'

/** A bill, and the card that it belongs to. */
export interface BillOfCard {
  bill: CardBill
  card: BankCard
}

/** The bills of all cards: the open ones first, by due date; then the completed ones, newest first. */
export function billsByDay(cards: readonly BankCard[]): BillOfCard[] {
  const all = cards.flatMap((card) => card.bills.map((bill) => ({ bill, card })))
  const open = all
    .filter(({ bill }) => bill.completedAt === null)
    .toSorted((a, b) => (a.bill.dueOn < b.bill.dueOn ? -1 : 1))
  const completed = all
    .filter(({ bill }) => bill.completedAt !== null)
    .toSorted((a, b) => ((a.bill.completedAt ?? '') > (b.bill.completedAt ?? '') ? -1 : 1))
  return [...open, ...completed]
}
