import type { Call } from '#protocol/call.ts'
import { manyReads, mostReads } from '#protocol/reads.ts'
import { sleep } from '../lib/sleep.ts'
import { ApiError } from './api-error.ts'
import { read } from './checked.ts'
import { addressOf, opened, type TransportRequest } from './transport.ts'

type Send = (call: Call, request: TransportRequest) => Promise<unknown>

interface Waiting {
  call: Call
  request: TransportRequest
  resolve: (data: unknown) => void
  reject: (failure: unknown) => void
}

/** Quiet reads of one moment come some milliseconds apart, because each looks into storage first. */
const waitMs = 20

/**
 * Sends reads that are asked for within 20 ms as one request: on a slow line each costs a round trip. `send` makes one
 * call. Gives the data of a read, not parsed; rejects with ApiError as the read alone would.
 */
export function shareRequests(send: Send): Send {
  let waiting: Waiting[] = []

  function leave() {
    const together = waiting
    waiting = []
    if (together.length > 1) void asOne(together)
    else alone(together)
  }

  function alone(reads: readonly Waiting[]) {
    for (const { call, request, resolve, reject } of reads) send(call, request).then(resolve, reject)
  }

  async function asOne(reads: readonly Waiting[]) {
    try {
      const replies = read(manyReads, await send(asManyReads(reads), requestOf(reads)))
      if (replies.length !== reads.length) throw new ApiError('unreadable', 'answers that were not asked for')
      for (const [place, { resolve, reject }] of reads.entries()) {
        const { http, ...envelope } = replies[place]!
        try {
          resolve(opened(envelope, http))
        } catch (failure) {
          reject(failure)
        }
        // What follows an answer, its parsing and storing, gets a task of its own, so that taps come in between.
        await sleep(0)
      }
    } catch (failure) {
      // A server of before knows no such call.
      if (failure instanceof ApiError && failure.http === 404) alone(reads)
      else for (const { reject } of reads) reject(failure)
    }
  }

  return (call, request) => {
    if (call.method !== 'GET' || call.path.includes('{')) return send(call, request)
    return new Promise((resolve, reject) => {
      const it = { call, request, resolve, reject }
      // Whoever gave it up may be another member's by now: nothing of it may be stored.
      const giveUp = () => {
        waiting = waiting.filter((other) => other !== it)
        reject(new ApiError('aborted', 'given up by the caller'))
      }
      if (request.signal?.aborted) return giveUp()
      request.signal?.addEventListener('abort', giveUp, { once: true })
      if (waiting.push(it) === mostReads) leave()
      else if (waiting.length === 1) setTimeout(leave, waitMs)
    })
  }
}

/** Where a member's read is among them, their session is renewed and kept apart as for that read alone. */
function asManyReads(reads: readonly Waiting[]): Call {
  return { ...manyReads, who: reads.some(({ call }) => call.who === 'member') ? 'member' : 'anyone' }
}

function requestOf(reads: readonly Waiting[]): TransportRequest {
  return { args: { reads: reads.map(({ call, request }) => addressOf(call, request.args)) } }
}
