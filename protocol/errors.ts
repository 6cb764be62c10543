/**
 * The error catalogue: one code, one meaning (specification 8). `http` is what the answer's status line says; a
 * rejection by a rule is HTTP 200 with an errno, as section 7 wants. Our server never answers errno 501, 503 or 524:
 * the first two clear a session at the client, the third has no rule here.
 */
export const errors = {
  bad_request: { errno: 400, http: 400 },
  session_expired: { errno: 401, http: 401 },
  permission_denied: { errno: 403, http: 403 },
  unknown_call: { errno: 404, http: 404 },
  in_progress: { errno: 409, http: 409 },
  body_too_large: { errno: 413, http: 413 },
  key_reused: { errno: 422, http: 422 },
  update_required: { errno: 426, http: 426 },
  too_many_requests: { errno: 429, http: 429 },
  internal: { errno: 500, http: 500 },
  unavailable: { errno: 1503, http: 503 },
  not_built: { errno: 1901, http: 501 },

  switched_off: { errno: 1403, http: 200 },
  not_found: { errno: 1404, http: 200 },
  add_failed: { errno: 1405, http: 200 },
  update_failed: { errno: 1406, http: 200 },
  redeem_wrong: { errno: 1474, http: 200 },
  lucky_balls_needed: { errno: 1475, http: 200 },
  points_amount_wrong: { errno: 1482, http: 200 },
  points_insufficient: { errno: 1483, http: 200 },
  level_insufficient: { errno: 1485, http: 200 },

  credentials_wrong: { errno: 1601, http: 200 },
  captcha_wrong: { errno: 1602, http: 200 },
  code_wrong: { errno: 1603, http: 200 },
  account_exists: { errno: 1604, http: 200 },
  invite_code_unknown: { errno: 1605, http: 200 },
  wait_for_countdown: { errno: 1606, http: 200 },
  attempts_exhausted: { errno: 1607, http: 200 },
  captcha_unknown: { errno: 1608, http: 200 },
  password_weak: { errno: 1609, http: 200 },
  country_not_served: { errno: 1610, http: 200 },
  codes_paused: { errno: 1611, http: 200 },
  registration_closed: { errno: 1612, http: 200 },
  account_unknown: { errno: 1613, http: 200 },

  stock_gone: { errno: 1701, http: 200 },
  purchase_limit_reached: { errno: 1702, http: 200 },
  balance_insufficient: { errno: 1703, http: 200 },
  order_not_payable: { errno: 1704, http: 200 },
  coupon_unusable: { errno: 1705, http: 200 },
  price_changed: { errno: 1706, http: 200 },
  already_signed: { errno: 1707, http: 200 },
  nothing_to_claim: { errno: 1708, http: 200 },
  already_cancelled: { errno: 1709, http: 200 },
  cancellation_window_over: { errno: 1710, http: 200 },
  transaction_password_wrong: { errno: 1711, http: 200 },
  changed_meanwhile: { errno: 1712, http: 200 },
  address_limit_reached: { errno: 1713, http: 200 },
  card_unusable: { errno: 1750, http: 200 },
  amount_out_of_range: { errno: 1751, http: 200 },
  daily_limit_reached: { errno: 1752, http: 200 },
  top_up_limit_reached: { errno: 1753, http: 200 },
  withdrawal_approved: { errno: 1755, http: 200 },
  rail_unavailable: { errno: 1754, http: 200 },
  deposit_not_offered: { errno: 1760, http: 200 },
  deposit_ended: { errno: 1761, http: 200 },
  transaction_password_missing: { errno: 1720, http: 200 },
  transaction_password_needed: { errno: 1721, http: 200 },
  transaction_password_known: { errno: 1722, http: 200 },
  secret_unreadable: { errno: 1723, http: 400 },
  card_number_wrong: { errno: 1724, http: 200 },
  card_known: { errno: 1725, http: 200 },
  card_limit_reached: { errno: 1726, http: 200 },
  card_bill_open: { errno: 1727, http: 200 },
  card_bill_closed: { errno: 1728, http: 200 },
  card_expired: { errno: 1733, http: 200 },
  passkey_wrong: { errno: 1734, http: 200 },
  passkey_limit_reached: { errno: 1735, http: 200 },
  passkey_unknown: { errno: 1741, http: 200 },
  code_needed: { errno: 1736, http: 200 },
  phone_changed_lately: { errno: 1737, http: 200 },
  budget_used_up: { errno: 1729, http: 200 },
  not_receivable_yet: { errno: 1730, http: 200 },
  picture_unusable: { errno: 1770, http: 200 },
  odds_changed: { errno: 1780, http: 200 },
  seed_changed: { errno: 1781, http: 200 },
  game_closed: { errno: 1782, http: 200 },
  play_limit_reached: { errno: 1783, http: 200 },
  play_paused: { errno: 1784, http: 200 },
  quiz_over: { errno: 1785, http: 200 },
  quiz_empty: { errno: 1788, http: 200 },
  goods_gone: { errno: 1786, http: 200 },
  order_not_refundable: { errno: 1787, http: 200 },
  contract_not_offered: { errno: 1731, http: 200 },
  contract_in_review: { errno: 1732, http: 200 },
  text_changed: { errno: 1738, http: 200 },
  contract_not_running: { errno: 1739, http: 200 },
  account_in_use: { errno: 1740, http: 200 },
} as const satisfies Record<string, { errno: number; http: number }>

export type ErrorCode = keyof typeof errors

/** What an error message may mention; `field` is the path of the rejected argument. */
export type ErrorParams = Readonly<Record<string, string | number>>

const byErrno = new Map<number, ErrorCode>(Object.entries(errors).map(([code, it]) => [it.errno, code as ErrorCode]))

/** The code of an errno, or undefined where a server newer than this client speaks. */
export function codeOf(errno: number): ErrorCode | undefined {
  return byErrno.get(errno)
}

/**
 * Body of every answer (specification 7). `data` is null unless errno is 0, or an error brings the data that its call
 * declares for it.
 */
export interface Envelope {
  errno: number
  errmsg: string
  data: unknown
}
