import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { forgetConnectors } from './connectors.ts'

/** How many names of unknown stations are kept: anybody can make some up. */
const mostUnknown = 100
const identityFits = /^[A-Za-z0-9._-]{1,48}$/

/**
 * Lets a machine's station connect, and gives its secret, which is stored nowhere. Throws a DomainError for an unknown
 * machine, one that is no pile, or one that has a station.
 */
export async function addStation(
  db: Db,
  of: { deviceNumber: string; identity: string; isOpen: boolean },
  clock: Clock,
): Promise<{ secret: string }> {
  if (!identityFits.test(of.identity)) reject('identity', 'must be letters, digits, dot, dash, underscore; 48 at most')
  const machine = await db
    .selectFrom('machine')
    .select(['id', 'kind'])
    .where('deviceNumber', '=', of.deviceNumber)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!machine) reject('device', 'is not known')
  if (machine.kind !== 'pile') reject('device', 'is a vehicle')
  const taken = await db
    .selectFrom('station')
    .select('identity')
    .where((it) => it.or([it('identity', '=', of.identity), it('machineId', '=', machine.id)]))
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (taken) reject('device', `has a station already, or the name is taken: ${taken.identity}`)
  const secret = newSecret()
  const row = { machineId: machine.id, secretDigest: digestOf(secret), isOpen: of.isOpen, removedAt: null }
  const added = await db
    .insertInto('station')
    .values({ identity: of.identity, ...row, addedAt: instant(clock), ...unheard })
    // A station that was removed may come back, to the machine whose transactions it has. It was added when it first
    // was: what it charged since, and sends only now, is believed to be of its own time.
    .onConflict((it) => it.column('identity').doUpdateSet(row).where('station.machineId', '=', machine.id))
    .returning('identity')
    .executeTakeFirst()
  if (!added) reject('identity', 'belonged to another machine: give the station another name')
  const first = await db
    .insertInto('machineStation')
    .values({ machineId: machine.id, station: of.identity })
    .onConflict((it) => it.column('machineId').doNothing())
    .returning('station')
    .executeTakeFirst()
  if (!first) reject('device', 'has a station already')
  await db.deleteFrom('unknownStation').where('identity', '=', of.identity).execute()
  return { secret }
}

/** Gives a station a new secret; the old one is of no use from now on. */
export async function renewSecret(db: Db, identity: string): Promise<{ secret: string }> {
  const secret = newSecret()
  await change(db, identity, { secretDigest: digestOf(secret), connection: null })
  return { secret }
}

/** Whether a station charges whoever comes, from now on. */
export async function openStation(db: Db, identity: string, isOpen: boolean): Promise<void> {
  await change(db, identity, { isOpen })
}

/**
 * The station may not connect any more, and its machine rests. What it charged stays, and what was open is closed by
 * rule.
 */
export async function removeStation(db: Db, identity: string, clock: Clock): Promise<void> {
  const { machineId } = await change(db, identity, { removedAt: instant(clock), connection: null })
  await db.deleteFrom('machineStation').where('machineId', '=', machineId).where('station', '=', identity).execute()
  await forgetConnectors(db, { station: identity }, clock)
}

/** Whether a station is who it says. Takes as long for an unknown one as for a wrong secret. */
export async function isStation(db: Db, identity: string, password: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('station')
    .select('secretDigest')
    .where('identity', '=', identity)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  // OCPP 1.6 may send the key's 20 bytes in place of their 40 hexadecimal digits.
  const text = password.length === 20 ? Buffer.from(password).toString('hex') : Buffer.from(password).toString('utf8')
  const [given, wanted] = [Buffer.from(digestOf(text)), Buffer.from(row?.secretDigest ?? digestOf(''))]
  return timingSafeEqual(given, wanted) && row !== undefined
}

/** Notes a name that tried to connect and is not known. */
export async function noteUnknown(db: Db, identity: string, clock: Clock): Promise<void> {
  const now = instant(clock)
  const known = await db.selectFrom('station').select('identity').where('identity', '=', identity).executeTakeFirst()
  if (known) return
  const { count } = await db
    .selectFrom('unknownStation')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('identity', '!=', identity)
    .executeTakeFirstOrThrow()
  if (count >= mostUnknown)
    await db
      .deleteFrom('unknownStation')
      .where('identity', 'in', (it) => it.selectFrom('unknownStation').select('identity').orderBy('lastAt').limit(1))
      .execute()
  await db
    .insertInto('unknownStation')
    .values({ identity, attempts: 1, firstAt: now, lastAt: now })
    .onConflict((it) =>
      it.column('identity').doUpdateSet((eb) => ({ attempts: eb('unknownStation.attempts', '+', 1), lastAt: now })),
    )
    .execute()
}

/** SHA-256, in hexadecimal, of a secret as it is typed. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** 160 random bits in 40 hexadecimal digits, which is what stations of both versions have room for. */
function newSecret(): string {
  return randomBytes(20).toString('hex')
}

const unheard = {
  protocol: null,
  vendor: null,
  model: null,
  firmware: null,
  connectedAt: null,
  seenAt: null,
  connection: null,
}

async function change(
  db: Db,
  identity: string,
  to: { isOpen: boolean } | { secretDigest?: string; removedAt?: string; connection: null },
): Promise<{ machineId: string }> {
  const changed = await db
    .updateTable('station')
    .set(to)
    .where('identity', '=', identity)
    .where('removedAt', 'is', null)
    .returning('machineId')
    .executeTakeFirst()
  return changed ?? reject('identity', 'is not known')
}

function reject(field: string, problem: string): never {
  throw new DomainError('bad_request', { field, problem })
}
