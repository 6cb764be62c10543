export interface Repair {
  /** Fetches missing files into the cache. Resolves with whether the cache is complete afterwards; never rejects. */
  now(): Promise<boolean>
  /** The same, unless the last repair began less than `restMs` ago: one page load may ask for many missing files. */
  soon(): Promise<boolean>
}

export interface RepairSteps {
  isComplete(): Promise<boolean>
  fill(): Promise<void>
  /** Has the browser look for a newer build, whose install fetches all its files. */
  update(): Promise<unknown>
  onFailure(failure: unknown): void
  /** Called after a repair that found files missing. */
  onEnd(isComplete: boolean): void
  now(): number
}

const restMs = 60_000

/**
 * Repairs a cache from which files were deleted, one run at a time. Where a file can't be fetched, the server may have
 * a newer build.
 */
export function createRepair({ isComplete, fill, update, onFailure, onEnd, now }: RepairSteps): Repair {
  let running: Promise<boolean> | undefined
  let lastAt = -Infinity

  async function attempt(): Promise<boolean> {
    if (await isComplete()) return true
    lastAt = now()
    try {
      await fill()
      onEnd(true)
      return true
    } catch (failure) {
      onFailure(failure)
      onEnd(false)
      await update().catch(onFailure)
      return false
    }
  }

  const repair: Repair = {
    now: () =>
      (running ??= attempt()
        .catch((failure: unknown) => {
          onFailure(failure)
          return false
        })
        .finally(() => {
          running = undefined
        })),
    soon: async () => (now() - lastAt < restMs ? false : repair.now()),
  }
  return repair
}
