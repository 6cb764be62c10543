/**
 * Where rows lie on several machines (docs/scale.md). What is named nowhere here lies by its member, where it has a
 * column for one, and otherwise wholly on every machine.
 */

/**
 * Tables whose rows are found by a value that is unique over all members, each with that value's column: a row lies
 * where its value says. Such a row may name a member, or nobody yet.
 */
export const byValue: Record<string, string> = {
  access_token: 'digest',
  booked_report: 'external_id',
  deposit_address: 'address',
  incoming_payment: 'external_id',
  invitation_code: 'code',
  member_phone: 'phone',
  order_number: 'number',
  passkey_challenge: 'challenge',
  passkey_credential: 'credential_id',
  push_endpoint: 'endpoint',
  refresh_token: 'digest',
  security_event: 'id',
}

/**
 * What calls and sweeps change about a machine, each with that machine's column: rows of one machine lie together,
 * beside its account and its transfers, as those of a member do.
 */
export const byMachine: Record<string, string> = {
  machine_day: 'machine_id',
  machine_position: 'machine_id',
  machine_state: 'machine_id',
  revenue: 'machine_id',
  session_charge: 'machine_id',
  machine_total: 'machine_id',
}

/** What charging stations say, each with the station's column: rows of one station lie together. */
export const byStation: Record<string, string> = {}

/** The column that says where a table's row lies, for tables that lie by something other than their member. */
export const columnOf: Record<string, string> = { ...byValue, ...byMachine, ...byStation }

/** The table itself and all whose rows lie with its own. */
export function besideOf(table: string): string[] {
  const group = [byMachine, byStation].find((it) => table in it)
  return group ? Object.keys(group) : [table]
}
