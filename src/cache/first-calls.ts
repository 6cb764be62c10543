/**
 * The declarations of the calls that the first frame makes: one file with the schemas that check them, loaded once it
 * asks.
 */
export const firstCalls = async () => (await import('../api/requesting.ts')).firstCalls
