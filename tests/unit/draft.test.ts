import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createDraft } from '#src/entities/draft.ts'

const draft = createDraft('test-draft', v.object({ holder: v.string(), amount: v.pipe(v.number(), v.minValue(1)) }))

test("a draft is one member's, holds the declared fields only, and is forgotten when told", async () => {
  const typed = { holder: 'Sari', amount: 5, cvv: '739' }
  await draft.save('a', typed)
  expect(await draft.load('a')).toEqual({ holder: 'Sari', amount: 5 })
  expect(await draft.load('b')).toBeUndefined()
  await draft.remove('a')
  expect(await draft.load('a')).toBeUndefined()
})

test('what no longer has the shape takes the place of what had it', async () => {
  await draft.save('a', { holder: 'Sari', amount: 5 })
  await draft.save('a', { holder: 'Sari', amount: 0 })
  expect(await draft.load('a')).toBeUndefined()
})
