import * as v from 'valibot'
import { post } from './call.ts'

/** The most reads of one request. */
export const mostReads = 32

/** A call made with GET as its address says it below `/wx/`: `g/goods/info?id=…`. */
const Read = v.pipe(v.string(), v.maxLength(1000), v.regex(/^[\w/]+(\?.*)?$/))

/** An envelope (specification 7) with the HTTP status that the read would have had alone. */
const ReadReply = v.object({
  http: v.pipe(v.number(), v.safeInteger()),
  errno: v.pipe(v.number(), v.safeInteger()),
  errmsg: v.string(),
  data: v.unknown(),
})
export type ReadReply = v.InferOutput<typeof ReadReply>

/**
 * Several reads in one request, answered in the order in which they are asked for. Each counts as a request of its own
 * for the limit of requests. Rejected as a whole where the session of a member's read is over.
 */
export const manyReads = post('reads', {
  specified: false,
  who: 'anyone',
  writes: false,
  offline: 'online',
  args: v.object({ reads: v.pipe(v.array(Read), v.minLength(1), v.maxLength(mostReads)) }),
  answer: v.array(ReadReply),
})
