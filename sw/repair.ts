export interface Repair {
  /** Fills the cache where files are missing. Resolves with whether it is whole afterwards; never rejects. */
  now(): Promise<boolean>
  /** The same, unless the last attempt was less than `restMs` ago: for occasions that come by the dozen. */
  soon(): Promise<boolean>
}

export interface RepairSteps {
  isComplete(): Promise<boolean>
  fill(): Promise<void>
  /** Has the browser look for a newer build, which is installed whole. */
  update(): Promise<unknown>
  onFailure(failure: unknown): void
  /** Called after an attempt that found files missing. */
  onEnd(isComplete: boolean): void
  now(): number
}

const restMs = 60_000

/**
 * Repairs an emptied cache, one attempt at a time. A file that can't be had may mean that the server has a newer build.
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
