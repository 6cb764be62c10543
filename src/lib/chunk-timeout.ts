/** Milliseconds after which a part of the app that hasn't come counts as missing (specification 2 and 9). */
export const chunkTimeoutMs = 120_000
