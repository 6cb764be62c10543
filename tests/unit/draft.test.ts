import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createDraft } from '#src/cache/draft.ts'

const draft = createDraft('test-draft', v.object({ holder: v.string(), amount: v.pipe(v.number(), v.minValue(1)) }))

test("a draft is one member's, holds the declared fields only, and is forgotten when told", async () => {
  const typed = { holder: 'Sari', amount: 5, cvv: '739' }
  await draft.keep('a', typed)
  expect(await draft.kept('a')).toEqual({ holder: 'Sari', amount: 5 })
  expect(await draft.kept('b')).toBeUndefined()
  await draft.forget('a')
  expect(await draft.kept('a')).toBeUndefined()
})

test('what no longer has the shape takes the place of what had it', async () => {
  await draft.keep('a', { holder: 'Sari', amount: 5 })
  await draft.keep('a', { holder: 'Sari', amount: 0 })
  expect(await draft.kept('a')).toBeUndefined()
})
