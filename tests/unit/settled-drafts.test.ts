import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { contractSubmit } from '#protocol/contracts.ts'
import { addBindCard } from '#protocol/cards.ts'
import { prepay } from '#protocol/orders.ts'
import { pointsCheckout } from '#protocol/pointsmall.ts'
import { withdraw } from '#protocol/wallet.ts'
import { connectionTo } from '#src/cache/storage/databases.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { createDraft } from '#src/entities/draft.ts'
import { draftNames, removeSettledDraft } from '#src/outbox/settled-drafts.ts'
import { commandLike } from '#tests/support/command-like.ts'

const draftOf = (name: string) => createDraft(name, v.record(v.string(), v.unknown()))
const applied = (call: string, change = {}) =>
  removeSettledDraft(connectionTo(memberName('me')), commandLike({ call, state: 'applied', ...change }))

test.each([
  [withdraw.path, draftNames.withdrawal],
  [addBindCard.path, draftNames.card],
  [contractSubmit.path, draftNames.contract],
])('what %s has applied is no draft any more, and other drafts stay', async (path, name) => {
  for (const each of Object.values(draftNames)) await draftOf(each).save('me', { typed: each })
  await applied(path)
  for (const each of Object.values(draftNames))
    expect(await draftOf(each).load('me')).toEqual(each === name ? undefined : { typed: each })
})

test('the draft of an order goes when it is paid; one of another product or quantity stays', async () => {
  const draft = draftOf(draftNames.order)
  await draft.save('me', { productId: 'one', quantity: 3 })
  for (const data of [{ productId: 'two', quantity: 3 }, { productId: 'one', quantity: 2 }, undefined])
    await applied(prepay.path, { reply: { errno: 0, message: '', data } })
  expect(await draft.load('me')).toBeDefined()
  await applied(prepay.path, { reply: { errno: 0, message: '', data: { productId: 'one', quantity: 3 } } })
  expect(await draft.load('me')).toBeUndefined()
})

test('the draft of an order for points goes with it; one of other goods stays', async () => {
  const draft = draftOf(draftNames.pointsOrder)
  await draft.save('me', { goodsId: 'one', quantity: 2 })
  await applied(pointsCheckout.path, { args: { goodsId: 'two' } })
  expect(await draft.load('me')).toBeDefined()
  await applied(pointsCheckout.path, { args: { goodsId: 'one' } })
  expect(await draft.load('me')).toBeUndefined()
})
