import type { BankCard } from '#protocol/cards.ts'
import {
  addBindCard,
  bankList,
  bindCardList,
  CardSecret,
  cardTypeList,
  removeCard,
  repayCardBill,
} from '#protocol/cards.ts'
import { noteAgreement } from '../../db/agreements.ts'
import { cardsOf } from '../../db/bank-cards.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { tellChange } from '../../notices/security.ts'
import { articlesAgreedTo, maskPhone } from '../auth/rules.ts'
import { billsOf, repay } from './bills.ts'
import { bindCard, unbindCard } from './binding.ts'

const banks = handle(bankList, async ({ db }, { country }) => ({
  items: await db
    .selectFrom('bank')
    .select(['id', 'name', 'country', 'art', 'digits'])
    .$if(country !== undefined, (it) => it.where('country', '=', country ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute(),
}))

const types = handle(cardTypeList, async ({ db }) => ({
  items: await db
    .selectFrom('cardType')
    .select(['code', 'name', 'scheme', 'prefixes', 'lengths', 'cvvDigits', 'annualFee', 'currency'])
    .orderBy('position')
    .orderBy('code')
    .execute(),
}))

const list = handle(bindCardList, async (context) => ({ items: await shown(context) }))

const bind = handle(addBindCard, async (context, { secret, agreedTexts, ...args }) => {
  const opened = await decryptSecret(context, addBindCard, secret, CardSecret)
  const id = await bindCard(
    context.db,
    keyringOf(context.config),
    { ...args, memberId: memberOf(context), secret: opened },
    context.clock,
  )
  const articles = [articlesAgreedTo.privacyArticle]
  const isNewest = await noteAgreement(
    context.db,
    { memberId: memberOf(context), articles, subject: 'card', ref: id, shown: agreedTexts },
    context,
  )
  if (!isNewest) throw new DomainError('text_changed')
  await tellChange(context, context.db, memberOf(context), 'card_added')
  const [card] = await shown(context, id)
  if (!card) throw new DomainError('not_found')
  return card
})

const remove = handle(removeCard, async (context, { cardId }) => {
  await unbindCard(context.db, { memberId: memberOf(context), cardId }, context.clock)
  return { cardId }
})

const repayment = handle(repayCardBill, async (context, args) => {
  const bill = await repay(context.db, { memberId: memberOf(context), ...args }, context.clock)
  return { bill, paid: args.amount }
})

async function shown(context: Context, cardId?: string): Promise<BankCard[]> {
  const memberId = memberOf(context)
  const cards = await cardsOf(context.db, memberId, context.clock, cardId)
  const bills = await billsOf(context.db, memberId, context.clock)
  return cards.map(({ phone, ...card }) => ({
    ...card,
    phoneMasked: maskPhone(phone),
    bills: bills.get(card.id) ?? [],
  }))
}

export const cardsCalls: readonly Handler[] = [banks, types, list, bind, remove, repayment]
