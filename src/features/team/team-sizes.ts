interface Day {
  day: string
  members: number
}

/** How many there were at the end of each day, oldest first, from how many joined on each and how many there are. */
export function sizesOf(joinedByDay: readonly Day[], today: number): Day[] {
  const joinedAfter = (at: number) => joinedByDay.slice(at + 1).reduce((sum, it) => sum + it.members, 0)
  return joinedByDay.map(({ day }, at) => ({ day, members: today - joinedAfter(at) }))
}
