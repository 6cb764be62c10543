import type { Run } from '../features/products/machines/simulator.ts'
import { millisOf } from '../clock.ts'
import type { StationClient } from './station-client.ts'

/** What a simulated station says, in its version of the protocol. Times are instants, energy the meter's Wh. */
export interface Speaker {
  boot(): Promise<void>
  status(state: 'idle' | 'in service' | 'paused or faulty' | 'resting', since: string): Promise<void>
  /** Saying it again changes nothing: the server knows the session by its time. Gives its name at the server. */
  begin(run: Run, wh: number): Promise<string | number>
  meter(run: Run, name: string | number, at: string, wh: number): Promise<void>
  end(run: Run, name: string | number, wh: number): Promise<void>
}

const vendor = 'Voltfolio'
const token = 'DEMO'

export function speaker16(client: StationClient, model: string): Speaker {
  const words = { idle: 'Available', 'in service': 'Charging', 'paused or faulty': 'Faulted', resting: 'Unavailable' }
  return {
    boot: async () => {
      await client.call('BootNotification', { chargePointVendor: vendor, chargePointModel: model })
    },
    status: async (state, since) => {
      const errorCode = state === 'paused or faulty' ? 'PowerMeterFailure' : 'NoError'
      await client.call('StatusNotification', { connectorId: 1, errorCode, status: words[state], timestamp: since })
    },
    begin: async (run, wh) => {
      const params = { connectorId: 1, idTag: token, meterStart: wh, timestamp: run.startedAt }
      const answer = (await client.call('StartTransaction', params)) as { transactionId: number }
      return answer.transactionId
    },
    meter: async (_, transactionId, timestamp, wh) => {
      const meterValue = [{ timestamp, sampledValue: [{ value: String(wh), unit: 'Wh' }] }]
      await client.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    },
    end: async ({ endedAt }, transactionId, wh) => {
      await client.call('StopTransaction', { transactionId, meterStop: wh, timestamp: endedAt, reason: 'Local' })
    },
  }
}

export function speaker201(client: StationClient, model: string): Speaker {
  const words = { idle: 'Available', 'in service': 'Occupied', 'paused or faulty': 'Faulted', resting: 'Unavailable' }
  const seconds = (from: string, to: string): number => Math.floor((millisOf(to) - millisOf(from)) / 1000)
  const event = async (
    run: Run,
    {
      eventType,
      triggerReason,
      timestamp,
      wh,
    }: { eventType: string; triggerReason: string; timestamp: string; wh: number },
  ): Promise<void> => {
    await client.call('TransactionEvent', {
      eventType,
      triggerReason,
      timestamp,
      seqNo: eventType === 'Started' ? 0 : 1 + seconds(run.startedAt, timestamp),
      transactionInfo: { transactionId: nameOf(run) },
      evse: { id: 1, connectorId: 1 },
      meterValue: [{ timestamp, sampledValue: [{ value: wh }] }],
      ...(eventType === 'Started' ? { idToken: { idToken: token, type: 'ISO14443' } } : {}),
    })
  }
  return {
    boot: async () => {
      await client.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: vendor, model } })
    },
    status: async (state, timestamp) => {
      await client.call('StatusNotification', { timestamp, connectorStatus: words[state], evseId: 1, connectorId: 1 })
    },
    begin: async (run, wh) => {
      await event(run, { eventType: 'Started', triggerReason: 'Authorized', timestamp: run.startedAt, wh })
      return nameOf(run)
    },
    meter: (run, _, timestamp, wh) =>
      event(run, { eventType: 'Updated', triggerReason: 'MeterValuePeriodic', timestamp, wh }),
    end: (run, _, wh) => event(run, { eventType: 'Ended', triggerReason: 'EVDeparted', timestamp: run.endedAt, wh }),
  }
}

function nameOf(run: Run): string {
  return String(millisOf(run.startedAt))
}
