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
      const addresses = reads.map(({ call, request }) => addressOf(call, request.args))
      const replies = read(manyReads, await send(manyReads, { args: { reads: addresses } }))
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
      if (waiting.push({ call, request, resolve, reject }) === mostReads) leave()
      else if (waiting.length === 1) setTimeout(leave, waitMs)
    })
  }
}
