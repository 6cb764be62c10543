import type { Event } from './transition.ts'

/** Ours, never the server's: the command it depended on was refused, cancelled or dismissed. */
export const dependencyFailed = -1

/** What happens to a command when the one it waited for will never be applied. */
export function orphaned(at: number): Event {
  return { kind: 'rejected', reply: { errno: dependencyFailed, message: '' }, at }
}
