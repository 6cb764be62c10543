/** Does `work` once the page has nothing more pressing to do, after `atLatestMs` in any case. Safari doesn't say when that is. */
export function whenIdle(work: () => void, atLatestMs: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: atLatestMs })
  else setTimeout(work, 200)
}
