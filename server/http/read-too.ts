import type { Call } from '#protocol/call.ts'
import type { CallPath } from '#protocol/calls.ts'
import type { ReadReply } from '#protocol/reads.ts'
import type { Database } from '../db/open.ts'
import type { Context, Handler } from './handler.ts'
import { DomainError } from './domain-error.ts'
import { serve, type Reply } from './pipeline.ts'

interface Surroundings {
  handlers: Partial<Record<CallPath, Handler>>
  database: Database
  /** Counts so many more requests of the caller. Throws a DomainError where they are too many. */
  admit: (count: number) => void
  /** Measures how a call is answered. */
  observed: (call: Call, answer: () => Promise<Reply>) => Promise<Reply>
  /** The reply to what a call has thrown. */
  failed: (cause: unknown, path: string) => Reply
}

/**
 * Answers other reads for the caller of `context`, each as it would be answered alone. Rejects with a DomainError where
 * no read of this request can be answered: there were too many, or the session is over.
 */
export function readingToo(
  context: Omit<Context, 'readToo'>,
  { handlers, database, admit, observed, failed }: Surroundings,
): Context['readToo'] {
  const readOne = async (address: string): Promise<ReadReply> => {
    const [path = ''] = address.split('?', 1)
    const handler = Object.hasOwn(handlers, path) ? handlers[path as CallPath] : undefined
    if (handler === undefined || !isRead(handler.call)) return partOf(failed(new DomainError('unknown_call'), path))
    if (handler.call.who === 'member' && context.callerId === null) throw new DomainError('session_expired')
    const args = Object.fromEntries(new URLSearchParams(address.slice(path.length + 1)))
    const answer = () => serve(handler, { ...context, readToo: refusing }, database, args, () => '')
    return partOf(await observed(handler.call, () => answer().catch((cause: unknown) => failed(cause, path))))
  }
  return async (addresses) => {
    admit(addresses.length)
    const replies: ReadReply[] = []
    // One after the other: a request takes one connection to the database, however much it asks for.
    for (const address of addresses) replies.push(await readOne(address))
    return replies
  }
}

/** For a call that is not asked by a request of its own. */
export function refusing(): Promise<never> {
  return Promise.reject(new TypeError('this call asks no others'))
}

function isRead({ method, writes, who }: Call): boolean {
  return method === 'GET' && !writes && who !== 'operator'
}

function partOf({ status, body }: Reply): ReadReply {
  return { http: status, ...body }
}
