import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient, refetchInvalidated } from '#src/cache/query-client.ts'

const path = 'g/balance'

/** The balance of a server, and requests for it that wait for their answer. */
function world() {
  const answers = { read: async () => undefined, write: async () => {}, facts: async () => [], clear: async () => {} }
  const client = createQueryClient(answers, { now: () => Date.parse('2026-01-20T00:00:00Z') })
  const server = { balance: 100 }
  const requests: (() => void)[] = []
  const read = {
    queryKey: [path, {}],
    persister: undefined,
    staleTime: 60_000,
    retry: false,
    // Uses the signal, as every read of the app does.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<number>((answer, reject) => {
        // What the server knew when the request came.
        const { balance } = server
        requests.push(() => answer(balance))
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  }
  const shown = () => client.getQueryData<number>(read.queryKey)
  const show = () => new QueryObserver(client, read).subscribe(() => {})
  const claim = () => {
    server.balance = 0
    refetchInvalidated(client, [path])
  }
  return { client, read, requests, shown, show, claim }
}

test('a read on screen is asked again', async () => {
  const { requests, shown, show, claim } = world()
  show()
  requests[0]?.()
  await vi.waitFor(() => expect(shown()).toBe(100))
  claim()
  requests[1]?.()
  await vi.waitFor(() => expect(shown()).toBe(0))
})

test('a first answer that is on its way is from before the command: the read is asked again after it', async () => {
  const { requests, shown, show, claim } = world()
  show()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  claim()
  requests[0]?.()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.()
  await vi.waitFor(() => expect(shown()).toBe(0))
})

test('an answer that is fetched ahead of its screen is not taken for new either', async () => {
  const { client, read, requests, shown, show, claim } = world()
  client.setQueryData(read.queryKey, 100, { updatedAt: 1 })
  const ahead = client.prefetchQuery(read)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  claim()
  requests[0]?.()
  await ahead
  await vi.waitFor(() => expect(client.getQueryState(read.queryKey)?.isInvalidated).toBe(true))
  show()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.()
  await vi.waitFor(() => expect(shown()).toBe(0))
})

test('a first request that fails is not made a second time for it', async () => {
  const { client, read, requests, show, claim } = world()
  const leave = show()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  claim()
  leave()
  await vi.waitFor(() => expect(client.getQueryState(read.queryKey)?.fetchStatus).toBe('idle'))
  expect(requests).toHaveLength(1)
})
