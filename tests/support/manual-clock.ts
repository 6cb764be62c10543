import { millisOf, type Clock } from '#server/clock.ts'

/** A clock that stands still until it is advanced. */
export class ManualClock implements Clock {
  #now: number

  constructor(start: string) {
    this.#now = millisOf(start)
  }

  now(): number {
    return this.#now
  }

  /** Moves by `ms` milliseconds. */
  advance(ms: number): void {
    this.#now += ms
  }
}
