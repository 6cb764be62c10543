interface Day {
  day: string
  members: number
}

/**
 * The team's size at the end of each day, oldest first, computed from the members who joined on each day and today's
 * size.
 */
export function sizesOf(joinedByDay: readonly Day[], today: number): Day[] {
  const joinedAfter = (at: number) => joinedByDay.slice(at + 1).reduce((sum, it) => sum + it.members, 0)
  return joinedByDay.map(({ day }, at) => ({ day, members: today - joinedAfter(at) }))
}
