/** What OpenAPI says of a call: its summary, then its description in whole sentences. */
export type CallText = readonly [summary: string, description: string]
