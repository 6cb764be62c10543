import { sql } from 'kysely'
import * as v from 'valibot'
import type { StationCommandKind } from '../../db/charging-schema.ts'
import type { Db } from '../../db/open.ts'
import { plugsInUse } from '../../features/products/charging/connectors.ts'
import { waitsForTariff } from '../../features/products/charging/session-booking.ts'
import { askStation, isConnected } from '../../features/products/charging/station-commands.ts'
import { addStation, openStation, removeStation, renewSecret } from '../../features/products/charging/stations.ts'
import { allowToken, blockToken } from '../../features/products/charging/tokens.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command, CommandContext, Outcome } from './command.ts'
import { action, reading } from './command.ts'
import { listed } from './listed.ts'
import { Switch, Text, counted } from './arguments.ts'

const Identity = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(48))
const Connector = v.optional(counted(1, 1000))
const Token = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,36}$/, 'must be 1 to 36 letters, digits or signs'))

/** The secret is shown once: the audit keeps all but that. */
function withSecret(line: string, secret: string): Outcome {
  return {
    shown: [
      line,
      `Its secret, shown this once: ${secret}`,
      'Enter it at the station as its AuthorizationKey (1.6) or BasicAuthPassword (2.0.1).',
    ],
    kept: [line],
  }
}

const add = action('station add', {
  needs: ['catalogue'],
  says: "Lets a pile's station connect to /ocpp/NAME and shows its secret once; it is named like the device unless --identity says otherwise; --open on charges whoever comes, for stations that take payment themselves",
  positional: ['device'],
  args: { device: v.string(), identity: v.optional(Identity), open: v.optional(Switch) },
  run: async ({ db, clock }, { device, identity = device, open = false }) => {
    const { secret } = await addStation(db, { deviceNumber: device, identity, isOpen: open }, clock)
    return withSecret(`${identity} may connect for ${device}.`, secret)
  },
})

const accept = action('station accept', {
  needs: ['catalogue'],
  says: 'Lets a station of `station waiting` connect for a device, and shows its secret once',
  positional: ['identity', 'device'],
  args: { identity: Identity, device: v.string(), open: v.optional(Switch) },
  run: async ({ db, clock }, { identity, device, open = false }) => {
    const waits = await db
      .selectFrom('unknownStation')
      .select('identity')
      .where('identity', '=', identity)
      .executeTakeFirst()
    if (!waits) throw new DomainError('bad_request', { field: 'identity', problem: 'has not tried to connect' })
    const { secret } = await addStation(db, { deviceNumber: device, identity, isOpen: open }, clock)
    return withSecret(`${identity} may connect for ${device}.`, secret)
  },
})

const renew = action('station renew', {
  needs: ['catalogue'],
  says: 'Gives a station a new secret, shown once; the old one is of no use any more, and its connection ends within half a minute',
  positional: ['identity'],
  args: { identity: Identity },
  run: async ({ db }, { identity }) =>
    withSecret(`${identity} has a new secret.`, (await renewSecret(db, identity)).secret),
})

const opening = action('station open', {
  needs: ['catalogue'],
  says: 'Whether a station charges whoever comes (on), or only tokens that may (off), from now on',
  positional: ['identity', 'to'],
  args: { identity: Identity, to: Switch },
  run: async ({ db }, { identity, to }) => {
    await openStation(db, identity, to)
    return [to ? `${identity} charges whoever comes.` : `${identity} charges only tokens that may.`]
  },
})

const remove = action('station remove', {
  needs: ['catalogue'],
  says: 'The station may not connect any more, and its machine rests; what it charged stays',
  positional: ['identity'],
  args: { identity: Identity },
  run: async ({ db, clock }, { identity }) => {
    await removeStation(db, identity, clock)
    return [`${identity} may not connect any more.`]
  },
})

const waiting = reading('station waiting', {
  needs: ['catalogue'],
  says: 'Names that tried to connect and are not known, newest first',
  run: async ({ db }) => {
    const rows = await db.selectFrom('unknownStation').selectAll().orderBy('lastAt', 'desc').execute()
    return orNone(rows.map((it) => `${it.identity}  ${it.attempts} attempts  since ${it.firstAt}  last ${it.lastAt}`))
  },
})

const list = reading('station list', {
  needs: ['catalogue', 'auditor'],
  says: 'Every station: its device, whether it is connected and by what, when it was heard of, plugs in use',
  run: async ({ db, clock }) => {
    const rows = await db
      .selectFrom('station')
      .innerJoin('machine', 'machine.id', 'station.machineId')
      .selectAll('station')
      .select('deviceNumber')
      .where('removedAt', 'is', null)
      .orderBy('identity')
      .execute()
    const plugs = await plugsInUse(
      db,
      rows.map((it) => it.machineId),
    )
    return orNone(
      rows.map((it) => {
        const plug = plugs.get(it.machineId)
        const state = isConnected(it, clock) ? `connected by ${it.protocol}` : 'not connected'
        const made = [it.vendor, it.model, it.firmware].filter(Boolean).join(' ')
        return `${it.identity}  ${it.deviceNumber}  ${state}  last heard ${it.seenAt ?? 'never'}  ${plug ? `${plug.used} of ${plug.total} plugs in use` : 'plugs unknown'}  ${made}`
      }),
    )
  },
})

const sessions = reading('station sessions', {
  needs: ['catalogue', 'treasury'],
  says: 'The hundred transactions that were heard of last, of one station or of all, and what became of each; --open on shows those that are not booked',
  args: { identity: v.optional(Identity), open: v.optional(Switch) },
  run: async ({ db }, { identity, open = false }) => {
    const rows = await db
      .selectFrom('chargingTransaction')
      .selectAll()
      .$if(identity !== undefined, (it) => it.where('station', '=', identity as string))
      .$if(open, (it) => it.where('revenueId', 'is', null))
      .orderBy('heardAt', 'desc')
      .limit(100)
      .execute()
    const waits = await Promise.all(rows.map((it) => waitsForTariff(db, it)))
    return orNone(
      rows.map((it, n) => {
        const meter = `${it.meterStart ?? it.firstRead ?? '?'} to ${it.meterStop ?? it.lastRead ?? '?'} Wh`
        const late = it.lateMeterStop === null ? '' : `  its end came later, at ${it.lateMeterStop} Wh`
        return `${it.id}  ${it.station}  ${it.startedSaidAt ?? 'start unknown'} to ${it.endedSaidAt ?? 'no end'}  ${meter}  ${it.outcome ?? (waits[n] ? 'open, no tariff for its time' : 'open')}${it.closedAs && it.closedAs !== 'ended' ? ` (closed: ${it.closedAs})` : ''}${late}`
      }),
    )
  },
})

const asked = reading('station asked', {
  needs: ['catalogue'],
  says: 'The last twenty commands to a station, and what it answered',
  positional: ['identity'],
  args: { identity: Identity },
  run: async ({ db }, { identity }) => {
    const rows = await db
      .selectFrom('stationCommand')
      .selectAll()
      .where('station', '=', identity)
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    return orNone(
      rows.map(
        (it) => `${it.id}  ${it.askedAt}  ${it.kind} ${JSON.stringify(it.args)}: ${it.answer ?? 'no answer yet'}`,
      ),
    )
  },
})

async function ask(
  { db, clock }: CommandContext,
  station: string,
  kind: StationCommandKind,
  args: Record<string, unknown>,
): Promise<readonly string[]> {
  const id = await askStation(db, { station, kind, args }, clock)
  return [`${id}: asked. Its answer comes within half a minute: npm run operator -- station asked ${station}`]
}

const start = action('station start', {
  needs: ['catalogue'],
  says: 'Asks a station to start charging for a token',
  positional: ['identity', 'token'],
  args: { identity: Identity, token: Token, connector: Connector },
  run: (context, { identity, ...args }) => ask(context, identity, 'start', args),
})

const stop = action('station stop', {
  needs: ['catalogue'],
  says: 'Asks a station to end a transaction of `station sessions`',
  positional: ['identity', 'transaction'],
  args: { identity: Identity, transaction: counted(1, 2 ** 31 - 1) },
  run: async (context, { identity, transaction }) => {
    const row = await openTransaction(context.db, identity, transaction)
    return await ask(context, identity, 'stop', { transaction, ref: row.ref })
  },
})

async function openTransaction(db: Db, station: string, id: number): Promise<{ ref: string }> {
  const row = await db
    .selectFrom('chargingTransaction')
    .select('ref')
    .where('station', '=', station)
    .where('id', '=', id)
    .where('endedSaidAt', 'is', null)
    .executeTakeFirst()
  if (!row)
    throw new DomainError('bad_request', { field: 'transaction', problem: 'is none of this station that is going on' })
  return row
}

const reset = action('station reset', {
  needs: ['catalogue'],
  says: 'Asks a station to start anew; --hard on without waiting for what it is doing',
  positional: ['identity'],
  args: { identity: Identity, hard: v.optional(Switch) },
  run: (context, { identity, hard = false }) => ask(context, identity, 'reset', { hard }),
})

const availability = action('station availability', {
  needs: ['catalogue'],
  says: 'Asks a station to charge (on) or to rest (off), as a whole or one connector',
  positional: ['identity', 'to'],
  args: { identity: Identity, to: Switch, connector: Connector },
  run: (context, { identity, to, ...rest }) => ask(context, identity, 'availability', { operative: to, ...rest }),
})

const configuration = action('station configuration', {
  needs: ['catalogue'],
  says: 'Asks a station for its configuration: --keys between commas, of 2.0.1 as Component.Variable',
  positional: ['identity'],
  args: { identity: Identity, keys: v.optional(Text) },
  run: (context, { identity, keys = '' }) =>
    ask(context, identity, 'configuration', {
      keys: keys
        .split(',')
        .map((it) => it.trim())
        .filter(Boolean),
    }),
})

const allow = action('token allow', {
  needs: ['catalogue'],
  says: 'Lets a card or app charge at stations that are not open to everybody',
  positional: ['token'],
  args: { token: Token, label: Text },
  run: async ({ db, clock }, { token, label }) => {
    await allowToken(db, { token, label }, clock)
    return ['It may charge.']
  },
})

const block = action('token block', {
  needs: ['catalogue'],
  says: 'A card or app charges nothing more, at open stations neither',
  positional: ['token'],
  args: { token: Token },
  run: async ({ db, clock }, { token }) => {
    await blockToken(db, token, clock)
    return ['It may not charge any more.']
  },
})

/** After a restore an operator looks through all of them (docs/operations.md). */
const tokensMost = 1000

const tokens = reading('token list', {
  needs: ['catalogue'],
  says: 'Cards and apps that may charge',
  run: async ({ db }) => {
    const { rows } = await sql<{ token: string; label: string; blockedAt: string | null }>`
      select token, label, blocked_at from charging_token order by label, token limit ${tokensMost + 1}`.execute(db)
    return listed(rows, {
      most: tokensMost,
      lineOf: (it) => `${it.token}  ${it.label}${it.blockedAt === null ? '' : `  blocked ${it.blockedAt}`}`,
    })
  },
})

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['None.'] : lines
}

export const stationCommands: readonly Command[] = [
  add,
  accept,
  renew,
  opening,
  remove,
  waiting,
  list,
  sessions,
  asked,
  start,
  stop,
  reset,
  availability,
  configuration,
  allow,
  block,
  tokens,
]
