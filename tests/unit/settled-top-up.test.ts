import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#src/cache/query-client.ts'
import { takeOffOffer } from '#src/features/wallet/top-up/use-top-up.ts'
import { rechargeOffer } from '#src/features/wallet/queries.ts'

type Offer = { open: { id: string }[] }

/** The offer of a server that knows the top-up `a` to be open, and requests for it that wait for their answer. */
function world() {
  const answers = { read: async () => undefined, write: async () => {}, facts: async () => [], clear: async () => {} }
  const client = createQueryClient(answers, { now: () => Date.now() })
  const server = { open: [{ id: 'a' }, { id: 'b' }] }
  const requests: (() => void)[] = []
  const read = {
    queryKey: rechargeOffer.queryKey as readonly unknown[],
    persister: undefined,
    staleTime: 60_000,
    retry: false,
    queryFn: () =>
      new Promise<Offer>((answer) => {
        const { open } = server
        requests.push(() => answer({ open }))
      }),
  }
  const openIds = () => client.getQueryData<Offer>(read.queryKey)?.open.map((it) => it.id)
  const settle = () => {
    server.open = [{ id: 'b' }]
    takeOffOffer(client, 'a')
  }
  return { client, read, requests, openIds, settle }
}

test('a top-up that is settled leaves the offer at once, and the offer is read again when it is shown', async () => {
  const { client, read, requests, openIds, settle } = world()
  client.setQueryData(read.queryKey, { open: [{ id: 'a' }, { id: 'b' }] })
  settle()
  expect(openIds()).toEqual(['b'])
  new QueryObserver(client, read).subscribe(() => {})
  await vi.waitFor(() => expect(requests).toHaveLength(1))
})

test('an offer that was on its way when it settled does not list it as open again', async () => {
  const { client, read, requests, openIds, settle } = world()
  void client.prefetchQuery(read)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  settle()
  requests[0]?.()
  await vi.waitFor(() => expect(client.getQueryState(read.queryKey)?.isInvalidated).toBe(true))
  new QueryObserver(client, read).subscribe(() => {})
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.()
  await vi.waitFor(() => expect(openIds()).toEqual(['b']))
})
