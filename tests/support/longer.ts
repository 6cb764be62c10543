/** `LONGER=10` takes ten times as many chances in tests that have no number of their own (docs/testing.md). */
export const longer = Number(process.env['LONGER'] ?? 1)
