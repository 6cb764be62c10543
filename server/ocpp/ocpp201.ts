import { instant } from '../clock.ts'
import { noteConnector } from '../features/products/charging/connectors.ts'
import { isOpen, statusOfToken } from '../features/products/charging/tokens.ts'
import type { Facts } from '../features/products/charging/transactions.ts'
import { noteFacts } from '../features/products/charging/transactions.ts'
import { boot } from './boot.ts'
import { connectorOf, instantOf } from './bounds.ts'
import { bookIfWhole } from './finish.ts'
import type { MeterValue } from './readings.ts'
import { readingsIn } from './readings.ts'
import type { MessageHandler, StationContext } from './station-context.ts'

interface BootNotification {
  chargingStation: { vendorName: string; model: string; firmwareVersion?: string }
}
interface IdToken {
  idToken: string
  type: string
}
interface StatusNotification {
  timestamp: string
  connectorStatus: string
  evseId: number
  connectorId: number
}
interface TransactionEvent {
  eventType: 'Started' | 'Updated' | 'Ended'
  timestamp: string
  transactionInfo: { transactionId: string }
  meterValue?: readonly MeterValue[]
  evse?: { id: number }
  idToken?: IdToken
}

/** Messages that stations of OCPP 2.0.1 send, by name. */
export const handlers201: Readonly<Record<string, MessageHandler>> = {
  BootNotification: (context, { chargingStation: { vendorName, model, firmwareVersion } }: BootNotification) =>
    boot(context, { vendor: vendorName, model, firmware: firmwareVersion ?? null }),
  Heartbeat: ({ clock }) => Promise.resolve({ currentTime: instant(clock) }),
  Authorize: async (context, { idToken }: { idToken: IdToken }) => ({
    idTokenInfo: { status: await statusOf(context, idToken) },
  }),
  StatusNotification: noteStatus,
  TransactionEvent: transactionEvent,
  // Readings of a transaction come with its events; these are of the station itself.
  MeterValues: () => Promise.resolve({}),
  DataTransfer: () => Promise.resolve({ status: 'UnknownVendorId' }),
}

async function noteStatus(
  { database, clock, station }: StationContext,
  { timestamp, connectorStatus, evseId, connectorId }: StatusNotification,
): Promise<Record<string, unknown>> {
  const [status, said] = [connectorStatus, instantOf(timestamp)]
  const number = (connectorOf(evseId) ?? 0) * 100 + (connectorOf(connectorId) ?? 0)
  await database.inTransaction((db) => noteConnector(db, { station, number, status, said }, clock))
  return {}
}

async function transactionEvent(context: StationContext, event: TransactionEvent): Promise<Record<string, unknown>> {
  const { database, clock, station } = context
  const token = event.idToken && (await statusOf(context, event.idToken))
  const of = { station, ref: event.transactionInfo.transactionId, isAllowed: await isOpen(database.kysely, station) }
  const facts = { ...factsIn(event), isAllowed: verdictOf(event, token, of.isAllowed) }
  const row = await database.inTransaction((db) => noteFacts(db, of, facts, clock))
  if (row) await bookIfWhole(context, row)
  return token === undefined ? {} : { idTokenInfo: { status: token } }
}

/**
 * What an event's token says of its transaction, which may charge from the first where the station is open. A token
 * that may not charge takes that back until another may; at an end it only stops what charges. At other stations it
 * says nothing: what another token was granted stays.
 */
function verdictOf({ eventType, idToken }: TransactionEvent, status: string | undefined, isOpen: boolean) {
  if (idToken === undefined || idToken.type === 'NoAuthorization') return undefined
  if (status === 'Accepted') return true
  return isOpen && eventType !== 'Ended' ? false : undefined
}

/** Readings are those of the start or the end where their context says so, else where they came with that event. */
function factsIn({ eventType, timestamp, meterValue, evse }: TransactionEvent): Facts {
  const readings = readingsIn(meterValue)
  const of = (context: string): number | undefined => readings.find((it) => it.context === context)?.wh
  const at = instantOf(timestamp)
  const connector = evse && connectorOf(evse.id)
  return {
    readings,
    ...(connector === undefined ? {} : { connector }),
    meterStart: of('Transaction.Begin') ?? (eventType === 'Started' ? readings[0]?.wh : undefined),
    meterStop: of('Transaction.End') ?? (eventType === 'Ended' ? readings.at(-1)?.wh : undefined),
    ...(eventType === 'Started' ? { startedAt: at } : {}),
    ...(eventType === 'Ended' ? { endedAt: at } : {}),
  }
}

async function statusOf({ database, station }: StationContext, { idToken, type }: IdToken): Promise<string> {
  if (type === 'NoAuthorization') return (await isOpen(database.kysely, station)) ? 'Accepted' : 'Invalid'
  return await statusOfToken(database.kysely, station, idToken)
}
