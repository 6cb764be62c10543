/** What the visitor keeps, and what belongs to the installation rather than to a member: who speaks, a waiting route. */
export const visitorName = 'voltfolio-visitor'

/** One database per member: nothing of one can be read or sent as another. */
export function memberName(memberId: string): string {
  return `voltfolio-${memberId}`
}
