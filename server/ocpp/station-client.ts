import { RPCClient } from 'ocpp-rpc'

/** What is used of the library's client. */
export interface StationClient {
  connect(): Promise<unknown>
  call(method: string, params: Record<string, unknown>): Promise<unknown>
  handle(method: string, handler: (message: { params: Record<string, unknown> }) => Promise<object>): void
  close(how?: { code?: number; reason?: string; force?: boolean }): Promise<unknown>
  once(event: 'close', listener: (how: { code: number }) => void): void
  sendRaw(message: string): void
}

/** A station's side of OCPP, not connected yet. It does not connect again by itself. */
export function stationClient(of: {
  /** `ws://host:port/ocpp` */
  endpoint: string
  identity: string
  secret: string | null
  protocols: readonly string[]
}): StationClient {
  const options = {
    endpoint: of.endpoint,
    identity: of.identity,
    password: of.secret,
    protocols: [...of.protocols],
    strictMode: of.protocols.length > 0,
    reconnect: false,
    callTimeoutMs: 20_000,
  }
  // Its types ask for every option, also for those that have defaults.
  return new RPCClient(options as ConstructorParameters<typeof RPCClient>[0]) as unknown as StationClient
}
