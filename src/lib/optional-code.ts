let loading = 0

/** Whether code is being loaded that the page can do without. */
export const loadsOptionalCode = (): boolean => loading > 0

/**
 * Loads code that the page can do without: where a file of it can't be fetched, the page is not loaded again
 * (shell/missing-chunk.ts). Rejects as the first of them does, once all are over.
 */
export async function optionalCode<T extends readonly unknown[]>(
  load: () => T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  loading++
  const parts = load()
  // The first that fails isn't the last.
  await Promise.allSettled(parts)
  loading--
  return await Promise.all(parts)
}
