/** Tables that grow with the members, though none of their columns says whose a row is. */
export const growing = ['transfer']
