import { expect, it } from 'vitest'
import { calls } from '#protocol/calls.ts'
import { served } from '#server/features/served.ts'

const built = served.map((it) => it.call.path)

// The list is kept in the repository: serving a call, or ceasing to, shows in the change (`vitest -u` writes it anew).
it('serves all but the calls on the list', async () => {
  const missing = Object.values(calls)
    .filter((call) => !built.includes(call.path))
    .map((call) => `${call.method} ${call.path}`)
  await expect(`${missing.toSorted().join('\n')}\n`).toMatchFileSnapshot('calls-not-built.txt')
})

it('serves nothing that is not in the table, and nothing twice', () => {
  expect(built.filter((path) => !(path in calls))).toEqual([])
  expect(new Set(built).size).toBe(built.length)
})
