/** Where fewer people have topped up, a team's sum would tell what one of them has: it is not told. */
export const membersNeededForSums = 5
