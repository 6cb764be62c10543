import { createHash } from 'node:crypto'
import { createRPCError } from 'ocpp-rpc'
import { instant } from '../clock.ts'
import { noteConnector } from '../features/products/charging/connectors.ts'
import { keepStrayStop } from '../features/products/charging/stray-stops.ts'
import { statusOfToken } from '../features/products/charging/tokens.ts'
import { noteFacts } from '../features/products/charging/transactions.ts'
import { boot } from './boot.ts'
import { connectorOf, instantOf, meterOf } from './bounds.ts'
import { bookIfWhole } from './finish.ts'
import type { MeterValue } from './readings.ts'
import { readingsIn } from './readings.ts'
import type { MessageHandler, StationContext } from './station-context.ts'

interface BootNotification {
  chargePointVendor: string
  chargePointModel: string
  firmwareVersion?: string
}
interface StatusNotification {
  connectorId: number
  status: string
  timestamp?: string
}
interface StartTransaction {
  connectorId: number
  idTag: string
  meterStart: number
  timestamp: string
}
interface StopTransaction {
  transactionId: number
  meterStop: number
  timestamp: string
  idTag?: string
}
interface MeterValues {
  connectorId: number
  transactionId?: number
  meterValue: readonly MeterValue[]
}

/** Messages that stations of OCPP 1.6 send, by name. */
export const handlers16: Readonly<Record<string, MessageHandler>> = {
  BootNotification: (context, { chargePointVendor, chargePointModel, firmwareVersion }: BootNotification) =>
    boot(context, { vendor: chargePointVendor, model: chargePointModel, firmware: firmwareVersion ?? null }),
  Heartbeat: ({ clock }) => Promise.resolve({ currentTime: instant(clock) }),
  Authorize: async ({ database, station }, { idTag }: { idTag: string }) => ({
    idTagInfo: { status: await statusOfToken(database.kysely, station, idTag) },
  }),
  StatusNotification: noteStatus,
  StartTransaction: start,
  MeterValues: meter,
  StopTransaction: stop,
  DataTransfer: () => Promise.resolve({ status: 'UnknownVendorId' }),
}

async function noteStatus(
  { database, clock, station }: StationContext,
  { connectorId, status, timestamp }: StatusNotification,
): Promise<Record<string, unknown>> {
  const number = connectorOf(connectorId) ?? impossible('connectorId')
  const at = timestamp === undefined ? instant(clock) : instantOf(timestamp)
  await database.inTransaction((db) => noteConnector(db, { station, number, status, said: at }, clock))
  return {}
}

async function start(context: StationContext, params: StartTransaction): Promise<Record<string, unknown>> {
  const { database, clock, station } = context
  const startedAt = instantOf(params.timestamp)
  const meterStart = meterOf(params.meterStart) ?? impossible('meterStart')
  const connector = connectorOf(params.connectorId) ?? impossible('connectorId')
  const token = await statusOfToken(database.kysely, station, params.idTag)
  const ref = refOf('start', connector, startedAt, meterStart, params.idTag.toUpperCase())
  // Sent again after its token was blocked, a start takes nothing back.
  const facts = { connector, isAllowed: token === 'Accepted' || undefined, startedAt, meterStart }
  const row = await database.inTransaction((db) => noteFacts(db, { station, ref, isAllowed: false }, facts, clock))
  if (!row) throw new Error('a transaction that was just made')
  return { transactionId: row.id, idTagInfo: { status: token } }
}

async function meter(
  { database, clock, station }: StationContext,
  { transactionId, meterValue }: MeterValues,
): Promise<Record<string, unknown>> {
  const readings = readingsIn(meterValue)
  if (isOurs(transactionId) && readings.length > 0)
    await database.inTransaction((db) => noteFacts(db, { station, id: transactionId }, { readings }, clock))
  return {}
}

async function stop(context: StationContext, params: StopTransaction): Promise<Record<string, unknown>> {
  const { database, clock, station } = context
  const endedAt = instantOf(params.timestamp)
  const meterStop = meterOf(params.meterStop) ?? impossible('meterStop')
  const row = await database.inTransaction(async (db) => {
    const known = isOurs(params.transactionId)
      ? await noteFacts(db, { station, id: params.transactionId }, { endedAt, meterStop }, clock)
      : undefined
    if (!known) {
      const ref = refOf('stop', params.transactionId, endedAt, meterStop)
      await keepStrayStop(db, { station, ref, saidAt: endedAt, meterStop }, clock)
    }
    return known
  })
  if (row) await bookIfWhole(context, row)
  return params.idTag === undefined
    ? {}
    : { idTagInfo: { status: await statusOfToken(database.kysely, station, params.idTag) } }
}

/** Only what we gave out: from 1 on, in 32 bits. */
function isOurs(transactionId: number | undefined): transactionId is number {
  return transactionId !== undefined && transactionId > 0 && transactionId < 2 ** 31
}

/** The same for the same message, however often it is sent. */
function refOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

function impossible(field: string): never {
  throw createRPCError('PropertyConstraintViolation', `${field} is out of range`)
}
