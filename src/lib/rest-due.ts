let resolve: () => void

/**
 * Resolves when the rest of the app may be fetched and started, which no first screen needs: notices, databases,
 * prefetch. shell/services.ts decides when that is.
 */
export const restDue = new Promise<void>((it) => {
  resolve = it
})

export const sayRestDue = (): void => resolve()
