import { randomUUID } from 'node:crypto'
import { addressSave } from '#protocol/addresses.ts'
import { noticeRead } from '#protocol/messages.ts'
import { claimEarnings, gameSign } from '#protocol/rewards.ts'
import type { Clock } from '#server/clock.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { served } from '#server/features/served.ts'
import type { Deps } from '#server/app.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import type { Command } from '#src/outbox/command.ts'
import { buy, makeMember, makeOffer, settleDue, topUp, trip, type Offered } from '#tests/support/ledger-world.ts'
import type { ManualClock } from '#tests/support/manual-clock.ts'
import { lastSaved, tapAddress, type Scene, type Stage, type Tapped } from './history.ts'
import type { OpenTab } from './phone.ts'
import { createRealServer, readEffects } from './real-server.ts'
import type { World } from './world.ts'

const hour = 60 * 60_000
const unitsEach = 3
const messagesEach = 12

/** A database on which histories are lived one after the other, each by two members of its own. */
export interface RealStages {
  /** Two members with units that have earned, and messages to read; and when the history begins. */
  next(): Promise<{ epoch: number; on: (world: World) => Stage }>
}

export async function realStages(deps: Deps, clock: ManualClock): Promise<RealStages> {
  const { database } = deps
  await seedReference(database.kysely)
  const region = await database.kysely
    .selectFrom('region')
    .select('id')
    .where('parentId', 'is not', null)
    .executeTakeFirst()
  const offer = await makeOffer(database.kysely, clock, { settlementType: 2, unitsTotal: 100_000, price: 1 })
  return {
    async next() {
      const members = { A: await makeMember(database.kysely, clock), B: await makeMember(database.kysely, clock) }
      const belongings = new Map<string, Belongings>()
      for (const [uid, memberId] of Object.entries(members))
        belongings.set(uid, await endow(database, clock, memberId, offer))
      await trip(database, offer.deviceNumber, 1_000_000, randomUUID(), clock)
      clock.advance(hour)
      await settleDue(database, clock)
      const epoch = clock.now()
      return {
        epoch,
        on: (world) => ({
          server: (inWorld, dice, faults) =>
            createRealServer(inWorld, dice, faults, {
              deps: { ...deps, clock: { now: () => epoch + world.now() } },
              members,
            }),
          tap: (scene, tab) => tapReal(scene, tab, belongings.get(tab.outbox.memberId)!, region?.id),
          async finish({ server }, written) {
            await readEffects(server, database, members, (key) => ({
              path: written.get(key)?.call ?? '',
              args: written.get(key)?.args ?? {},
            }))
            clock.advance(world.now())
            const rows = [...written.values()]
            return (
              await Promise.all(
                Object.entries(members).map(([uid, memberId]) =>
                  audit(
                    database,
                    memberId,
                    rows.filter((row) => row.uid === uid),
                  ),
                ),
              )
            ).flat()
          },
        }),
      }
    },
  }
}

interface Belongings {
  unitIds: string[]
  messageIds: string[]
}

async function endow(database: Database, clock: Clock, memberId: string, offer: Offered): Promise<Belongings> {
  const { kysely: db } = database
  await topUp(database, memberId, 1000, memberId, clock)
  await buy(database, memberId, offer.productId, unitsEach, clock)
  const messageIds = Array.from({ length: messagesEach }, () => randomUUID())
  await db
    .insertInto('message')
    .values(
      messageIds.map((id) => ({
        id,
        memberId,
        kind: 'welcome',
        ref: id,
        params: '{}',
        route: null,
        at: instant(clock),
        readAt: null,
      })),
    )
    .execute()
  const units = await db.selectFrom('unit').select('id').where('memberId', '=', memberId).execute()
  return { unitIds: units.map((it) => it.id), messageIds }
}

const servesAddresses = served.some((it) => it.call.path === addressSave.path)

function tapReal(
  scene: Scene,
  tab: OpenTab,
  { unitIds, messageIds }: Belongings,
  regionId: string | undefined,
): Tapped {
  const { dice, taps } = scene
  const { outbox } = tab
  const tap = { uid: outbox.memberId, mark: `tap ${taps.length}` }
  const messageId = dice.pick(messageIds)
  switch (dice.whole(0, servesAddresses && regionId !== undefined ? 6 : 4)) {
    case 0:
      return { ...tap, path: gameSign.path, saving: outbox.enqueue(gameSign, {}) }
    case 1:
      return { ...tap, path: claimEarnings.path, saving: outbox.enqueue(claimEarnings, { unitId: dice.pick(unitIds) }) }
    case 2:
      return {
        ...tap,
        path: claimEarnings.path,
        saving: outbox.enqueue(claimEarnings, {}, { dependsOn: lastSaved(scene, tab) }),
      }
    case 3:
    case 4:
      return {
        ...tap,
        path: noticeRead.path,
        mark: messageId,
        saving: outbox.enqueue(noticeRead, { ids: [messageId] }),
      }
    default:
      return tapAddress(scene, tab, addressId(tap.uid, dice.whole(1, 2)), regionId ?? '')
  }
}

function addressId(uid: string, number: number): string {
  return `${uid === 'A' ? 'a' : 'b'}0000000-0000-4000-8000-00000000000${number}`
}

/** Says where the tables differ from what the rows of a member's outbox say that the server confirmed. */
async function audit({ kysely: db }: Database, memberId: string, rows: readonly Command[]): Promise<string[]> {
  const applied = (path: string) => rows.filter((row) => row.call === path && row.state === 'applied')
  const [days, claims, messages] = await Promise.all([
    db.selectFrom('checkIn').select('day').where('memberId', '=', memberId).execute(),
    db.selectFrom('claim').select('amount').where('memberId', '=', memberId).execute(),
    db.selectFrom('message').select('id').where('memberId', '=', memberId).where('readAt', 'is not', null).execute(),
  ])
  const answers = <T>(path: string, of: (answer: Record<string, unknown>) => T) =>
    applied(path).map((row) => of(row.reply?.data as Record<string, unknown>))
  return [
    ...differs(
      'check-ins',
      days.map((it) => it.day),
      answers(gameSign.path, (it) => it['day']),
    ),
    ...differs(
      'claims',
      claims.map((it) => it.amount),
      answers(claimEarnings.path, (it) => it['amount']),
    ),
    ...differs(
      'messages read',
      messages.map((it) => it.id),
      [...new Set(applied(noticeRead.path).flatMap((row) => row.args['ids'] as string[]))],
    ),
  ]
}

function differs(what: string, inTable: readonly unknown[], confirmed: readonly unknown[]): string[] {
  const [one, other] = [inTable, confirmed].map((them) => JSON.stringify(them.map(String).toSorted()))
  return one === other ? [] : [`${what} in the database are ${one}, confirmed were ${other}`]
}
