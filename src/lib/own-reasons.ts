/** Why the outbox itself rejected a command, as an errno; the server's numbers are above 0. */
const own = {
  /** The command it depended on was rejected, cancelled or dismissed. */
  dependencyFailed: -1,
  /** It never reached the server, and never will. */
  notArrived: -2,
  /** Another tab is doing the same just now; this one was not sent. */
  underWay: -3,
} as const

export type OwnReason = keyof typeof own

export function errnoOf(reason: OwnReason): number {
  return own[reason]
}

/** Why the outbox itself rejected; undefined where the server did. Takes a stored reply or an error. */
export function ownReasonOf(rejection: unknown): OwnReason | undefined {
  if (typeof rejection !== 'object' || rejection === null || !('errno' in rejection)) return undefined
  return (Object.keys(own) as OwnReason[]).find((reason) => own[reason] === rejection.errno)
}
