/** Resolves after `ms` milliseconds. For waiting in real time only: what tests must control takes a clock instead. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms)
  })
}
