import type { TakenCommand } from '../features/products/charging/station-commands.ts'

/** A call to a station: its name and parameters in one version of the protocol. */
export interface StationCall {
  method: string
  params: Record<string, unknown>
}

type Args = Record<string, unknown>
type Orders = Record<TakenCommand['kind'], (args: Args, command: TakenCommand) => StationCall>

const orders16: Orders = {
  start: ({ connector, token }) => ({
    method: 'RemoteStartTransaction',
    params: { ...(connector === undefined ? {} : { connectorId: connector }), idTag: token },
  }),
  stop: ({ transaction }) => ({ method: 'RemoteStopTransaction', params: { transactionId: transaction } }),
  reset: ({ hard }) => ({ method: 'Reset', params: { type: hard === true ? 'Hard' : 'Soft' } }),
  availability: ({ connector, operative }) => ({
    method: 'ChangeAvailability',
    params: { connectorId: connector ?? 0, type: operative === true ? 'Operative' : 'Inoperative' },
  }),
  configuration: ({ keys }) => ({ method: 'GetConfiguration', params: keysOf(keys).length > 0 ? { key: keys } : {} }),
}

const orders201: Orders = {
  start: ({ connector, token }, { id }) => ({
    method: 'RequestStartTransaction',
    params: {
      ...(connector === undefined ? {} : { evseId: connector }),
      remoteStartId: id,
      idToken: { idToken: token, type: 'Central' },
    },
  }),
  stop: ({ ref }) => ({ method: 'RequestStopTransaction', params: { transactionId: ref } }),
  reset: ({ hard }) => ({ method: 'Reset', params: { type: hard === true ? 'Immediate' : 'OnIdle' } }),
  availability: ({ connector, operative }) => ({
    method: 'ChangeAvailability',
    params: {
      operationalStatus: operative === true ? 'Operative' : 'Inoperative',
      ...(connector === undefined ? {} : { evse: { id: connector } }),
    },
  }),
  configuration: ({ keys }) => ({
    method: 'GetVariables',
    params: {
      getVariableData: keysOf(keys).map((key) => {
        const [component = '', variable = ''] = key.split('.')
        return { component: { name: component }, variable: { name: variable } }
      }),
    },
  }),
}

/** An operator's command as a call to a station that speaks this version. */
export function callOf(protocol: string, command: TakenCommand): StationCall {
  const orders = protocol === 'ocpp1.6' ? orders16 : orders201
  return orders[command.kind](command.args, command)
}

function keysOf(keys: unknown): string[] {
  return Array.isArray(keys) ? keys.map(String) : []
}
