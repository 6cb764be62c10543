interface DayAmount {
  day: string
  amount: number
}

/** An amount as charts draw it; null before `firstDay`: nothing could be earned on days before one owned it. */
export function ownedAmount({ day, amount }: DayAmount, firstDay: string | undefined): number | null {
  return firstDay !== undefined && day < firstDay && amount === 0 ? null : amount
}
