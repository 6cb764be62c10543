import { addressDelete, addressList, addressSave, defaultAddress, regionList } from '#protocol/addresses.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { addressesOf, addressOf } from './addresses.ts'
import { regionsOf } from './regions.ts'
import { deleteAddress, saveAddress } from './saving.ts'

const list = handle(addressList, async (context) => ({
  items: await addressesOf(context.db, memberOf(context), context.language),
}))

const save = handle(addressSave, async (context, edit) => {
  const { db, language, clock } = context
  const memberId = memberOf(context)
  await saveAddress(db, { memberId, language }, edit, clock)
  const address = await addressOf(db, memberId, edit.id, language)
  if (!address) throw new DomainError('not_found')
  return address
})

const remove = handle(addressDelete, async (context, edit) => {
  const version = await deleteAddress(
    context.db,
    { memberId: memberOf(context), language: context.language },
    edit,
    context.clock,
  )
  return { id: edit.id, version }
})

const regions = handle(regionList, async ({ db, language }, { country }) => ({
  country,
  items: await regionsOf(db, country, language),
}))

// Without a default address, the first of the list: the one saved last.
const fallback = handle(defaultAddress, async (context) => ({
  address: (await addressesOf(context.db, memberOf(context), context.language))[0] ?? null,
}))

export const addressesCalls: readonly Handler[] = [list, save, remove, regions, fallback]
