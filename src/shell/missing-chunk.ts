import { loadsOptionalCode, optionalCode } from '../lib/optional-code.ts'

/**
 * A deploy may have removed a file that this page still requests. What then happens is decided by code that comes with
 * the services right after the first frame, so that it is there when a file isn't.
 */
export function reloadForMissingChunk(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    // The router would load the page again at every error that begins as browsers word it, whatever is lost by that.
    payload.message = `Missing: ${payload.message}`
    // Without services nothing can be decided; main.tsx asks for them again.
    if (!loadsOptionalCode())
      optionalCode(() => [import('./services.ts')] as const).then(
        ([it]) => it.reloadWhereGone(payload),
        () => {},
      )
  })
}
