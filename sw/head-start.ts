export interface HeadStart {
  /** Asks for a file that is needed next, once. */
  ask(address: string): void
  /** `fetch`, which gives the answer of a file that was asked for before. */
  fetch(request: Request): Promise<Response>
}

/**
 * Lets a file be asked for before there is room for its answer: on a slow line half a second passes between the two,
 * in which nothing would come.
 */
export function createHeadStart(fetchNow: (request: Request) => Promise<Response>): HeadStart {
  const asked = new Map<string, { answer: Promise<Response>; over: AbortController }>()
  return {
    ask(address) {
      if (asked.has(address)) return
      const over = new AbortController()
      const answer = fetchNow(
        new Request(address, { credentials: 'same-origin', redirect: 'error', signal: over.signal }),
      )
      // Whoever needs the file asks anew.
      answer.catch(() => asked.delete(address))
      asked.set(address, { answer, over })
    },
    async fetch(request) {
      const early = asked.get(request.url)
      if (!early) return fetchNow(request)
      asked.delete(request.url)
      request.signal.addEventListener('abort', () => early.over.abort())
      return early.answer.catch(() => fetchNow(request))
    },
  }
}
