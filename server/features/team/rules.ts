/** Below so many members, what a team topped up would tell what one person has: it is not told. */
export const membersNeededForSums = 5
