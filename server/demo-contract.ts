import type { Clock } from './clock.ts'
import { addDays, dayIn, startOfDay } from './clock.ts'
import { noteAgreement } from './db/agreements.ts'
import type { Keyring } from './db/keyring.ts'
import type { Database, Db } from './db/open.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { zoneOfOperator } from './db/settings.ts'
import { submitContract } from './features/contracts/contracts.ts'
import { paySalaries } from './features/contracts/paying.ts'
import { receivePay } from './features/contracts/receiving.ts'
import { reviewContract } from './features/contracts/reviewing.ts'
import { mondayOn, weekOf } from './db/weeks.ts'

const memberId = demoMember.id
const hour = 3_600_000
/** "Sari", on a field of 1000 by 400. */
const signature: [number, number][][] = [
  [
    [290, 110],
    [262, 82],
    [220, 76],
    [184, 98],
    [178, 134],
    [206, 164],
    [246, 184],
    [266, 218],
    [248, 258],
    [204, 276],
    [160, 262],
    [138, 236],
  ],
  [
    [430, 196],
    [398, 178],
    [360, 192],
    [344, 228],
    [358, 262],
    [392, 268],
    [420, 244],
    [432, 198],
    [434, 246],
    [456, 268],
    [488, 252],
    [516, 206],
    [524, 184],
    [530, 208],
    [566, 200],
    [586, 212],
    [582, 248],
    [600, 268],
    [630, 254],
    [652, 210],
    [656, 192],
    [650, 240],
    [668, 268],
    [706, 258],
    [760, 226],
    [850, 196],
  ],
  [
    [664, 132],
    [668, 136],
  ],
]

/**
 * Signs the contract on offer and has it approved, before the first of three weeks that are over by now. In the
 * transaction that makes the member.
 */
export async function signDemoContract(db: Db, ring: Keyring, clock: Clock): Promise<void> {
  const begins = (await mondaysBefore(db, clock))[0] ?? clock.now()
  const { phone } = demoMember
  await submitContract(
    db,
    ring,
    {
      memberId,
      basedOn: 0,
      name: 'Sari',
      phone,
      education: 'bachelor',
      bankName: 'Bank Central Asia',
      accountName: 'SARI',
      signature,
      secret: { idNumber: '3174000000000001', cardNumber: '4012 8888 8888 1881' },
    },
    { now: () => begins - 64 * hour },
  )
  await noteAgreement(
    db,
    { memberId, articles: ['contract'], subject: 'contract', ref: '1' },
    { language: 'en', clock: { now: () => begins - 64 * hour } },
  )
  await reviewContract(db, { memberId, version: 1, approve: true, remark: null }, { now: () => begins - 60 * hour })
}

/** Pays all weeks but the last, each when it was over. The jobs pay the last one, which waits to be received. */
export async function payDemoWeeks(database: Database, clock: Clock): Promise<void> {
  for (const monday of (await mondaysBefore(database.kysely, clock)).slice(1))
    await paySalaries({ database, clock: { now: () => monday + hour } })
}

/** Receives the weeks that were paid, on the Tuesday after each. */
export async function receiveDemoWeeks(db: Db, clock: Clock): Promise<void> {
  const zone = await zoneOfOperator(db)
  for (const monday of (await mondaysBefore(db, clock)).slice(1)) {
    await receivePay(
      db,
      { memberId, language: 'en' },
      { week: weekOf(addDays(dayIn(zone, monday), -7)) },
      { now: () => monday + 33 * hour },
    )
  }
}

/** When the last three weeks that are over began, the oldest first. */
async function mondaysBefore(db: Db, clock: Clock): Promise<number[]> {
  const zone = await zoneOfOperator(db)
  const monday = mondayOn(dayIn(zone, clock.now()))
  return [21, 14, 7].map((days) => startOfDay(zone, addDays(monday, -days)))
}
