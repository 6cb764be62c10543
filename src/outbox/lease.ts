import type { Lease } from './command.ts'

/** A request is over after 60 s; a claim that is older and was not renewed is nobody's. Milliseconds. */
export const leaseMs = 75_000

/**
 * True while its holder may be alive. A lease further ahead than any was ever granted comes from a clock that has since
 * been set back.
 */
export function isHeld(lease: Lease | null, now: number): lease is Lease {
  return lease !== null && lease.until > now && lease.until - now <= leaseMs
}
