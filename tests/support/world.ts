import type { Hono } from 'hono'
import type { Clock } from '#server/clock.ts'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/open.ts'
import { startSession } from '#server/http/session.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import type { CodeSender } from '#server/sender.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { openMemberAccounts } from '#server/ledger/accounts.ts'
import { demoConfig, demoStart } from './demo-database.ts'
import { makeFeedKey } from './feed-key.ts'
import { ManualClock } from './manual-clock.ts'
import { insertMember } from '#server/db/new-member.ts'

export interface Person {
  memberId: string
  token: string
}

export interface World {
  app: Hono
  /** The same app on a wrapped database. */
  appOn(other: Database): Hono
  /** Of the source `feed`. */
  feedKey: string
  codes: Map<string, string>
  demo: Person & { expiredToken: string; unitId: string; orderId: string; draftId: string }
  /** A member with nothing. */
  stranger: Person
  signIn(memberId: string): Promise<Person>
}

/** The whole app on a database of `openDemo`, and a stranger who owns nothing. */
export async function worldOn(database: Database, clock: Clock = new ManualClock(demoStart)): Promise<World> {
  const codes = new Map<string, string>()
  const deps = await prepare({ database, clock, config: demoConfig, log: silentLog })
  const sender: CodeSender = {
    send: (phone, { code }) => {
      codes.set(phone, code)
      return Promise.resolve()
    },
    tell: () => Promise.resolve(),
  }
  const appOn = (other: Database) => createApp({ ...deps, database: other, sender })
  const signIn = async (memberId: string): Promise<Person> => ({
    memberId,
    token: (await startSession(database.kysely, memberId, undefined, clock)).accessToken,
  })
  const { kysely: db } = database
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('phone', '=', demoMember.phone)
    .executeTakeFirstOrThrow()
  const unit = await db
    .selectFrom('unit')
    .select(['id', 'purchaseId'])
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  const { draftId } = await db
    .selectFrom('purchase')
    .select('draftId')
    .where('id', '=', unit.purchaseId)
    .executeTakeFirstOrThrow()
  const expired = await startSession(db, member.id, undefined, { now: () => clock.now() - 86_400_000 })
  return {
    app: appOn(database),
    appOn,
    feedKey: await makeFeedKey(database, 'feed', clock),
    codes,
    signIn,
    demo: {
      ...(await signIn(member.id)),
      expiredToken: expired.accessToken,
      unitId: unit.id,
      orderId: unit.purchaseId,
      draftId,
    },
    stranger: await signIn(await newMember(database, clock)),
  }
}

async function newMember({ kysely: db }: Database, clock: Clock): Promise<string> {
  const id = crypto.randomUUID()
  await insertMember(db, {
    id,
    phone: '+6281299999999',
    passwordHash: 'none',
    transactionPasswordHash: null,
    nickname: null,
    avatarUrl: null,
    country: 'id',
    language: 'en',
    timeZone: 'Asia/Jakarta',
    invitationCode: 'STRANGER',
    invitedBy: null,
    joinedAt: new Date(clock.now()).toISOString(),
    deletedAt: null,
  })
  await openMemberAccounts(db, id, 'USD')
  return id
}
