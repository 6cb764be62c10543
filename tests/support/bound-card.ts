import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/open.ts'

/** Inserts a card for withdrawals, without a readable number; its last four digits are 1234. */
export async function bindCard(
  db: Db,
  memberId: string,
  of: { disabledAt?: string; removedAt?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('bank')
    .values({ id: 'test-bank', name: 'Test Bank', country: 'id', art: 'bank', digits: '[16]', position: 99 })
    .onConflict((it) => it.column('id').doNothing())
    .execute()
  await db
    .insertInto('bankCard')
    .values({
      id,
      memberId,
      bankId: 'test-bank',
      typeCode: null,
      holderName: 'A Member',
      numberSealed: 'sealed',
      numberDigest: id,
      lastFour: '1234',
      keyId: 'test',
      phone: '+6281200000000',
      boundAt: '2026-01-01T00:00:00.000Z',
      disabledAt: of.disabledAt ?? null,
      removedAt: of.removedAt ?? null,
    })
    .execute()
  return id
}
