import { isDeepStrictEqual } from 'node:util'
import { DomainError } from './domain-error.ts'

/**
 * Throws price_changed where what is offered now isn't what the member read before agreeing to it. A command of a
 * device that says less, or nothing, is compared by what it says.
 */
export function rejectUnlessAsRead<Terms extends object>(
  now: Readonly<Record<keyof Terms, unknown>>,
  read: Terms | undefined,
): void {
  const isAsRead = Object.entries(read ?? {}).every(([name, value]) =>
    isDeepStrictEqual(now[name as keyof Terms], value),
  )
  if (!isAsRead) throw new DomainError('price_changed')
}
