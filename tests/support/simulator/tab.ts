import type { World } from './world.ts'

/** One tab, or the worker: it can be killed, and frozen for a while, at any moment. */
export interface Tab {
  isAlive(): boolean
  /** Has `run` happen in this tab after `ms`: never if it was killed, later if it is frozen then. */
  after(ms: number, run: () => void): () => void
  kill(): void
  onKill(run: () => void): void
  freeze(ms: number): void
  isFrozen(): boolean
}

export function createTab(world: World): Tab {
  let alive = true
  let frozenUntil = 0
  const mourners: (() => void)[] = []

  function after(ms: number, run: () => void): () => void {
    let off = world.after(ms, function happen() {
      if (!alive) return
      if (world.now() < frozenUntil) off = world.after(frozenUntil - world.now(), happen)
      else run()
    })
    return () => off()
  }

  return {
    isAlive: () => alive,
    after,
    kill() {
      alive = false
      for (const run of mourners) run()
    },
    onKill: (run) => void mourners.push(run),
    freeze(ms) {
      frozenUntil = Math.max(frozenUntil, world.now() + ms)
    },
    isFrozen: () => world.now() < frozenUntil,
  }
}
