import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { letScreensOvertake } from '#src/cache/prefetch/let-screens-overtake.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { later } from '#tests/support/fake-transport.ts'

const key = ['thing', {}]

/** A client of which every fetch is answered by the next of `answers`. */
function screens() {
  const client = createQueryClient(
    { read: async () => undefined, write: async () => {}, facts: async () => [], clear: async () => {} },
    { now: () => Date.parse('2026-11-20T00:00:00Z') },
  )
  letScreensOvertake(client)
  const fetches: ReturnType<typeof later<string>>[] = []
  const query = (mayWait: boolean) => ({
    queryKey: key,
    meta: { mayWait },
    retry: false,
    staleTime: mayWait ? 0 : 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted()
      const answer = later<string>()
      fetches.push(answer)
      return answer.promise
    },
  })
  const open = () => {
    const observer = new QueryObserver(client, query(false))
    observer.subscribe(() => {})
    return observer
  }
  return { client, fetches, prefetch: () => client.fetchQuery(query(true)), open }
}

const begun = (fetches: readonly unknown[], count: number) => expect.poll(() => fetches.length).toBe(count)

test('a screen does not wait for the request of the prefetch that its read is in', async () => {
  const { fetches, prefetch, open } = screens()
  const quiet = prefetch()
  await begun(fetches, 1)
  const screen = open()
  await begun(fetches, 2)
  fetches[1]!.resolve('asked by the screen')
  await expect.poll(() => screen.getCurrentResult().data).toBe('asked by the screen')
  expect(await quiet).toBe('asked by the screen')
})

test('nor does one that shows what was kept', async () => {
  const { client, fetches, prefetch, open } = screens()
  client.setQueryData(key, 'of before', { updatedAt: 1 })
  const quiet = prefetch()
  await begun(fetches, 1)
  expect(open().getCurrentResult().data).toBe('of before')
  await begun(fetches, 2)
  fetches[1]!.resolve('new')
  expect(await quiet).toBe('new')
})

test('where a screen is asking already, nothing is asked twice', async () => {
  const { client, fetches, open } = screens()
  open()
  await begun(fetches, 1)
  open()
  fetches[0]!.resolve('once')
  await expect.poll(() => client.getQueryData(key)).toBe('once')
  expect(fetches).toHaveLength(1)
})
