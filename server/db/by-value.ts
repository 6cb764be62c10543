/**
 * Tables whose rows are found by a value that is unique over all members, each with that value's column: on several
 * machines a row lies where its value says (docs/scale.md). Such a row may name a member, or nobody yet.
 */
export const byValue: Record<string, string> = {
  access_token: 'digest',
  deposit_address: 'address',
  incoming_payment: 'external_id',
  invitation_code: 'code',
  member_phone: 'phone',
  order_number: 'number',
  passkey_challenge: 'challenge',
  passkey_credential: 'credential_id',
  push_subscription: 'endpoint',
  refresh_token: 'digest',
  security_event: 'id',
}
