/**
 * What the schemas and the addresses of screens spell alike. Without schemas, for every route's address is read by the
 * first file.
 */

/** UUID, lower case. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A short readable name: `e-bikes`. */
export const slugPattern = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/

/** What members own units of. */
export const machineKinds = ['vehicle', 'pile'] as const

export const walletNames = ['recharge', 'income', 'points', 'time-deposit'] as const

/** Types of bills to filter by (specification 3, and ours); `protocol/bill-types.ts` says what each means. */
export const billTypes = [
  'income',
  'withdrawal',
  'recharge',
  'exchange',
  'quiz',
  'prize',
  'points',
  'transfer',
  'vehicle',
  'pile',
  'deposit',
  'purchase',
  'repayment',
  'salary',
  'gift',
  'reward',
  'spending',
  'reversal',
] as const

/**
 * What an operator can switch off in restricted mode. What is the member's own, and every way to it, is not among them.
 */
export const switchable = [
  'mall',
  'buying',
  'topup',
  'news',
  'team',
  'rewards',
  'games',
  'pointsmall',
  'salary',
  'locations',
] as const
export type Switchable = (typeof switchable)[number]

/** What pushes are about, as members switch them off and on. */
export const pushCategories = ['income', 'wallet', 'products', 'team', 'games', 'news'] as const
export type PushCategory = (typeof pushCategories)[number]

/** Spans the specification offers for filtering (section 9), in the member's days. */
export const dateRanges = ['today', 'yesterday', 'last 7 days', 'last 30 days'] as const

/** What the operator publishes. `legal` stands in no list: it is opened where it is agreed to. */
export const articleKinds = ['news', 'help', 'legal'] as const
