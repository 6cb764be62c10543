/**
 * The visitor's database, which also holds what belongs to the installation: the member for the worker, a waiting
 * route.
 */
export const visitorName = 'voltfolio-visitor'

/** One database per member: nothing of one can be read or sent as another. */
export function memberName(memberId: string): string {
  return `voltfolio-${memberId}`
}

/** What was on screen in the games before a result: single values of the member's database, removed at sign-out. */
export const shownInGames = { sent: 'games-sent', rounds: 'games-rounds' } as const
