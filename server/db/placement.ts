/**
 * On which node of a cluster rows lie (docs/scale.md). What is named nowhere here lies by its member, where it has a
 * column for one, and otherwise wholly on every node.
 */

/**
 * Tables whose rows are found by a value, each with that value's column: a row lies where its value says. Such a row
 * may name a member, or nobody.
 */
export const byValue: Record<string, string> = {
  access_token: 'digest',
  attempt: 'subject',
  booked_report: 'external_id',
  captcha_used: 'digest',
  deposit_address: 'address',
  feed_hour: 'source',
  feed_key_use: 'key_id',
  game_stock: 'game',
  gift_code: 'code',
  incoming_payment: 'external_id',
  invitation_code: 'code',
  member_phone: 'phone',
  order_number: 'number',
  passkey_challenge: 'challenge',
  passkey_credential: 'credential_id',
  pool_tally: 'round',
  push_endpoint: 'endpoint',
  refresh_token: 'digest',
  revenue_hour: 'hour',
  security_event: 'id',
  usage_count: 'day',
  verification_code: 'phone',
}

/**
 * What calls and sweeps change about a machine, each with that machine's column: rows of one machine lie together,
 * beside its account and its transfers, as those of a member do.
 */
export const byMachine: Record<string, string> = {
  machine_day: 'machine_id',
  machine_position: 'machine_id',
  machine_station: 'machine_id',
  machine_state: 'machine_id',
  revenue: 'machine_id',
  session_charge: 'machine_id',
  machine_total: 'machine_id',
}

/** What charging stations say, each with the station's column: rows of one station lie together. */
export const byStation: Record<string, string> = {
  charging_transaction: 'station',
  connector: 'station',
  station: 'identity',
  station_command: 'station',
  stray_stop: 'station',
  unknown_station: 'identity',
}

/** The column that says where a table's row lies, for tables that lie by something other than their member. */
export const columnOf: Record<string, string> = { ...byValue, ...byMachine, ...byStation }

/** The table itself and all whose rows lie with its own. */
export function besideOf(table: string): string[] {
  const group = [byMachine, byStation].find((it) => table in it)
  return group ? Object.keys(group) : [table]
}
