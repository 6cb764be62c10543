import type { Answer, Args, Call } from '#protocol/call.ts'
import type { CallPath } from '#protocol/calls.ts'
import { appVersion } from '#protocol/headers.ts'
import type { Language } from '#protocol/languages.ts'
import type { Database } from '../db/open.ts'
import type { Handler, Services } from './handler.ts'
import { serve } from './pipeline.ts'
import { refusing } from './read-too.ts'

/**
 * Asks calls within this server as somebody who isn't signed in. Gives the answer's data; rejects with what the call
 * throws.
 */
export function askingAsVisitor(
  deps: Services & { database: Database },
  handlers: Partial<Record<CallPath, Handler>>,
): <C extends Call>(call: C, args: Args<C>, language: Language) => Promise<Answer<C>> {
  const { database, ...services } = deps
  return async <C extends Call>({ path, who, writes }: C, args: Args<C>, language: Language) => {
    const handler = handlers[path as CallPath]
    if (handler === undefined || who !== 'anyone' || writes)
      throw new TypeError(`${path} is no reading call for anyone`)
    const nobody = {
      db: database.kysely,
      callerId: null,
      sessionId: null,
      feed: null,
      language,
      version: appVersion,
      country: undefined,
      device: undefined,
      agent: undefined,
      sequence: undefined,
      key: null,
      isAnswered: null,
      body: new Uint8Array(),
      proof: undefined,
      address: '',
      refreshCookie: undefined,
      setRefreshCookie: () => {},
      readToo: refusing,
      transact: <T>(work: Parameters<typeof database.inTransaction<T>>[0]) => database.inTransaction(work),
    }
    return (await serve(handler, { ...services, ...nobody }, database, args, () => '')).body.data as Answer<C>
  }
}
