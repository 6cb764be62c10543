/** Resolves after `ms` milliseconds of real time. Code whose time a test must control takes a clock instead. */
export function sleep(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms)
  })
}
