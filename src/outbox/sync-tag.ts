/** The worker's sync event that means: drain. */
export const syncTag = 'voltfolio-outbox'
