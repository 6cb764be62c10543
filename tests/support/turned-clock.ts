import { millisOf, type Clock } from '#server/clock.ts'

/** A clock that stands still until it is turned. */
export class TurnedClock implements Clock {
  #now: number

  constructor(start: string) {
    this.#now = millisOf(start)
  }

  now(): number {
    return this.#now
  }

  /** Moves on by so many milliseconds. */
  turn(ms: number): void {
    this.#now += ms
  }
}
