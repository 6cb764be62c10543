interface Day {
  day: string
  members: number
  size?: number | undefined
}

/**
 * The team's size at the end of each day, oldest first. Where an older answer doesn't have it, it is computed from the
 * members who joined on each day and today's size, as if nobody had left.
 */
export function sizesOf(joinedByDay: readonly Day[], today: number): { day: string; members: number }[] {
  const joinedAfter = (at: number) => joinedByDay.slice(at + 1).reduce((sum, it) => sum + it.members, 0)
  return joinedByDay.map(({ day, size }, at) => ({ day, members: size ?? today - joinedAfter(at) }))
}
