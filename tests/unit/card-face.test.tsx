import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import { CardFace } from '#src/features/cards/card-face.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const card = { bankName: 'BCA', numberMasked: '•••• 1111', holderName: 'Sari', typeCode: null } as BankCard
const hasColour = (status: BankCard['status']) =>
  markupOf(<CardFace card={{ ...card, status }} />).includes('text-on-accent')

test.each(['active', 'unactive', 'empty', 'disabled'] as const)(
  'a card that is %s has its colour where it takes withdrawals',
  (status) => {
    expect(hasColour(status)).toBe(takesWithdrawals({ status }))
  },
)
