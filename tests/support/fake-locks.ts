/** Web Locks of one name: a shared one is given at once, an exclusive one if nobody holds any. */
export function locksOf() {
  let holders = 0
  return {
    holders: () => holders,
    async request(_: string, { mode }: LockOptions, work: (lock: unknown) => Promise<unknown>) {
      if (mode === 'exclusive' && holders > 0) return work(null)
      holders += 1
      return work({}).finally(() => {
        holders -= 1
      })
    },
  }
}
