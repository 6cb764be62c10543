import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Look } from '#protocol/look.ts'
import type { ArticleTables } from './article-schema.ts'
import type { CardTables } from './card-schema.ts'
import type { ChargingTables } from './charging-schema.ts'
import type { ContractTables } from './contract-schema.ts'
import type { FeedTables } from './feed-schema.ts'
import type { GameTables } from './game-schema.ts'
import type { GbfsTables } from './gbfs-schema.ts'
import type { GiftTables } from './gift-schema.ts'
import type { LedgerTables } from './ledger-schema.ts'
import type { OperatorTables } from './operator-schema.ts'
import type { PointsTables } from './points-schema.ts'
import type { QuizTables } from './quiz-schema.ts'

/** A JSON column, written as text and read as its value. */
type Json<T> = ColumnType<T, string, string>
/** A text of the operator, one per language; `en` is always there. */
export type LocalizedText = { en: string } & Partial<Record<string, string>>

/** The member whose row it is; null in rows of before migration 176. */
type OwnerSince = ColumnType<string | null, string, never>

type MachineState = 'idle' | 'in service' | 'paused or faulty' | 'resting'
type WithdrawalState = 'requested' | 'approved' | 'sent' | 'arrived' | 'returned'

/**
 * Every table, camelCase of its columns. Instants and days are strings, money is integers in minor units
 * (protocol/primitives).
 */
export interface Schema
  extends
    LedgerTables,
    CardTables,
    GiftTables,
    ContractTables,
    ArticleTables,
    GameTables,
    GbfsTables,
    FeedTables,
    OperatorTables,
    PointsTables,
    QuizTables,
    ChargingTables {
  setting: { name: string; value: Json<unknown> }
  usageCount: { day: string; route: string; count: number }
  country: {
    id: string
    name: string
    alias: string
    dialCode: string
    currency: string
    timeZone: string
    position: number
  }
  level: {
    level: number
    name: string
    growthNeeded: number
    rechargeNeeded: Generated<number>
    teamSizeNeeded: Generated<number>
    withdrawalDiscountBp: number
    upgradeBonusPoints: number
    salaryRewardBp: number
    taxRateBp: number
  }
  levelBonus: { memberId: string; level: number; points: number; postedAt: string }
  member: {
    id: string
    phone: string
    passwordHash: string
    transactionPasswordHash: string | null
    nickname: string | null
    avatarUrl: string | null
    country: string
    language: string
    timeZone: string
    level: Generated<number>
    growth: Generated<number>
    invitationCode: string
    invitedBy: string | null
    isDemo: Generated<boolean>
    confirmsByPasskey: Generated<boolean>
    look: ColumnType<Look | null, string | null | undefined, string | null>
    firstStepsDismissed: Generated<boolean>
    /** Points of cancelled orders that were spent: the next orders bring that much less. */
    giftPointsOwed: Generated<number>
    joinedAt: string
    deletedAt: string | null
  }
  /** Whose a phone is; of deleted accounts there is no row. */
  memberPhone: { phone: string; memberId: string }
  /** Whose an order number is, of units or of the points mall. */
  orderNumber: { number: string; memberId: string }
  /** Whose a passkey is. */
  passkeyCredential: { credentialId: string; memberId: string }
  /** Whose an invitation code is; of deleted accounts there is no row. */
  invitationCode: { code: string; memberId: string }
  invitationReward: {
    id: string
    memberId: string
    invitedId: string
    phoneDigest: string | null
    goldCoins: number
    madeAt: string
    receivedAt: string | null
  }
  avatar: { memberId: string; id: string; digest: string; bytes: Uint8Array; madeAt: string }
  productPicture: { digest: string; bytes: Uint8Array; unusedSince: string | null }
  session: {
    id: string
    memberId: string
    device: string | null
    browser: string | null
    platform: string | null
    createdAt: string
    seenAt: string
    revokedAt: string | null
  }
  accessToken: { digest: string; sessionId: string; memberId: OwnerSince; expiresAt: string }
  refreshToken: {
    digest: string
    sessionId: string
    memberId: OwnerSince
    parentDigest: string | null
    usedAt: string | null
    supersededAt: string | null
    expiresAt: string
  }
  verificationCode: {
    phone: string
    purpose: string
    digest: string
    sentAt: string
    expiresAt: string
    attempts: Generated<number>
    usedAt: string | null
    device: Generated<string>
  }
  passkey: {
    id: string
    memberId: string
    credentialId: string
    publicKey: string
    counter: number
    transports: Json<string[]>
    name: string
    addedAt: string
    usedAt: string | null
  }
  securityEvent: {
    id: GeneratedAlways<number>
    at: string
    kind: string
    memberId: string | null
    factor: string | null
    call: string | null
    device: string | null
    browser: string | null
    platform: string | null
    accountId: Generated<string | null>
  }
  passkeyChallenge: {
    challenge: string
    purpose: 'add' | 'sign-in' | 'step-up'
    memberId: string | null
    usedBy: string | null
    expiresAt: string
  }
  captchaUsed: { digest: string; expiresAt: string }
  proofUnderWay: { memberId: string; key: string; until: string }
  attempt: { subject: string; count: number; windowEndsAt: string }
  category: {
    id: string
    parentId: string | null
    kind: 'vehicle' | 'pile'
    name: Json<LocalizedText>
    art: string
    isAi: Generated<boolean>
    position: number
  }
  operator: {
    id: string
    name: string
    place: string
    since: string
    keepsBooks: Generated<boolean>
    licence: string | null
    contact: string | null
  }
  product: {
    id: string
    categoryId: string
    kind: 'vehicle' | 'pile'
    name: string
    edition: string
    art: string
    description: Json<LocalizedText>
    specification: Json<{ label: LocalizedText; value: string }[]>
    currency: string
    price: number
    dailyIncome: number
    totalReturn: number
    yieldRate: number
    validityDays: number
    validityPeriods: GeneratedAlways<number>
    settlementType: 0 | 1 | 2
    purchaseLimit: number
    levelNeeded: number
    giftPoints: number
    cancellationHours: number
    operatorId: string
    isFeatured: Generated<boolean>
    offeredFrom: string
    position: number
    offer: Generated<'open' | 'paused' | 'withdrawn'>
    /** The digest of its picture. */
    picture: string | null
  }
  catalogueVersion: {
    number: GeneratedAlways<number>
    at: string
    byName: string
    why: string
    file: Json<unknown>
    changes: Json<unknown[]>
  }
  machine: {
    id: string
    productId: string
    accountId: number
    deviceNumber: string
    kind: 'vehicle' | 'pile'
    currency: string
    unitsTotal: number
    /** Those of units_total that the operator keeps. */
    unitsKept: Generated<number>
    memberShareBp: number
    serviceState: Generated<MachineState>
    stateSince: string
    latitude: number | null
    longitude: number | null
    place: string | null
    timeZone: string
    battery: Generated<number | null>
    odometerM: Generated<number | null>
    lastSeenAt: Generated<string | null>
    /** When and why it was closed for good, in the operator's words, which its owners read (142). */
    closedAt: Generated<string | null>
    closedBecause: Generated<string | null>
  }
  /** What purchases, bookings and settlement change about a machine (242). */
  machineTotal: {
    machineId: string
    /** Units on offer, and those of members: with what the operator keeps they are units_total. */
    unitsFree: number
    unitsHeld: Generated<number>
    shareTotal: Generated<number>
    /** The time zones of all who have or had units, as members name them: machine_day has a row a day for each. */
    ownerZones: Generated<string[]>
    /** What was booked as the operator's because nobody held the units, and of the time before which instant (127). */
    unsoldPaid: Generated<number>
    unsoldThrough: Generated<string | null>
  }
  machinePosition: {
    machineId: string
    at: string
    latitude: number
    longitude: number
    battery: number | null
    state: MachineState
    isAtStand: boolean
  }
  machineState: { machineId: string; since: string; state: MachineState }
  /** Offers in the order of what a unit earned, as of an instant (159). */
  earnedRank: { asOf: string; productId: string; rank: number }
  revenue: {
    id: string
    machineId: string
    kind: 'trip' | 'session'
    source: string
    externalId: string
    startedAt: string
    endedAt: string
    energyWh: number | null
    distanceM: number | null
    amount: number
    currency: string
    share: number
    shareTotalAfter: number
    bookedAt: string
    countedAt: string
  }
  /** Whose machine's revenue a report was booked as, by its id at its source (240). */
  bookedReport: { source: string; externalId: string; machineId: string; revenueId: string }
  orderDraft: {
    id: string
    memberId: string
    productId: string
    quantity: number
    unitPrice: number
    discount: number
    couponId: string | null
    coupon: number
    actualPayment: number
    createdAt: string
    expiresAt: string
    /** When a sweep found that it was paid. */
    sweptAt: Generated<string | null>
  }
  purchase: {
    id: string
    orderNumber: string
    draftId: string
    memberId: string
    productId: string
    currency: string
    quantity: number
    unitPrice: number
    amount: number
    discount: number
    couponId: string | null
    coupon: number
    actualPayment: number
    paidFrom: 'recharge' | 'income'
    /** What it brought. */
    giftPoints: number
    /** What it brought less, for points that its member owed. */
    giftPointsNetted: Generated<number>
    paidAt: string
    cancellableUntil: string
    cancelledAt: string | null
    refund: Generated<number | null>
    /** What came back for the rest of its term when its machine was closed. */
    closingRefund: Generated<number | null>
  }
  unit: {
    id: string
    memberId: string
    purchaseId: string
    productId: string
    machineId: string
    machineAccountId: number
    pendingAccountId: number
    settlementType: 0 | 1 | 2
    activeFrom: string
    expiresAt: string
    status: Generated<'active' | 'expired' | 'cancelled'>
    isOwed: Generated<boolean>
    shareBefore: number
    paid: Generated<number>
    lastPaid: Generated<number>
    settledThrough: string | null
  }
  coupon: {
    id: string
    memberId: string
    type: 1 | 2
    name: string
    value: number
    minimum: Generated<number>
    savesAtMost: Generated<number | null>
    status: Generated<0 | 1 | 2>
    receivedAt: string
    expiresAt: string
    usedAt: string | null
    usedBy: string | null
  }
  /** A check-in that came in time while rewards were switched off (218). */
  checkInTry: { memberId: string; madeAt: string }
  checkIn: { memberId: string; day: string; points: number; streak: number; madeAt: string; arrivedAt: string }
  message: {
    id: string
    memberId: string
    kind: string
    ref: string
    params: Json<Record<string, string | number>>
    route: string | null
    logoUrl: string | null
    at: string
    readAt: string | null
  }
  pushSubscription: {
    endpoint: string
    memberId: string
    p256dh: string
    auth: string
    language: string
    device: string | null
    refreshedAt: string
    refusals: Generated<number>
  }
  /** Whose a device's address is. */
  pushEndpoint: { endpoint: string; memberId: string }
  pushFanOut: { messageId: string; memberId: string; dueAt: string }
  pushJob: {
    id: string
    memberId: string
    messageId: string
    endpoint: string
    attempt: Generated<number>
    dueAt: string
    doneAt: string | null
    heldAt: string | null
    heldBy: string | null
  }
  pushCategory: { memberId: string; category: string; isOn: boolean; chosenAt: string }
  profileEdit: { memberId: string; field: string; madeAt: string }
  quietHours: { memberId: string; isOn: boolean; starts: string; ends: string; chosenAt: string }
  banner: {
    id: string
    title: Json<LocalizedText>
    line: Json<LocalizedText>
    art: string
    route: string
    isOpening: Generated<boolean>
    position: number
  }
  job: { name: string; leaseUntil: string | null; lastDoneAt: string | null; failedAt: string | null }
  /** Payments from outside that were credited or held (225): each of them once, whoever's it is. */
  incomingPayment: { source: string; externalId: string; memberId: string }
  topUp: {
    id: string
    memberId: string
    source: string
    externalId: string
    amount: number
    currency: string
    receivedAt: string
    creditedAt: string
  }
  /** A top-up or revenue that was taken back (126). `share` is the members' part of revenue. */
  reversal: {
    id: string
    reference: string
    topUpId: string | null
    revenueId: string | null
    machineId: string | null
    amount: number
    share: number | null
    reason: string
    at: string
  }
  /** A top-up's reversal that was a mistake (216): the money came back. */
  reversalUndone: { reversalId: string; reason: string; at: string }
  /** Accounts that really hold the money, and their statements (129). */
  /** `closedAt` (195): from then on it holds nothing, and no statement of it is waited for. */
  custody: { id: string; kind: string; name: string; currency: string; openedAt: string; closedAt: string | null }
  custodyStatement: {
    id: string
    custodyId: string
    day: string
    opening: number
    closing: number
    digest: string
    importedAt: string
    /** Of a chain's statement, what it was read from and when (184); null for others. */
    network: string | null
    readAt: string | null
  }
  custodyLine: { statementId: string; number: number; day: string; amount: number; reference: string }
  /** What the operator paid somebody outside (127). */
  spending: {
    id: string
    reference: string
    paidFrom: 'sales' | 'operator' | 'tax'
    amount: number
    currency: string
    what: string
    at: string
  }
  /** What of a unit's income was taken back with revenue (126). */
  incomeReversal: { reversalId: string; unitId: string; amount: number; memberId: string }
  claim: {
    id: string
    memberId: string
    unitId: string | null
    amount: number
    currency: string
    units: number
    claimedAt: string
  }
  device: { memberId: string; device: string; highestSequence: number; applied: Generated<number>; seenAt: string }
  region: {
    id: string
    country: string
    parentId: string | null
    name: Json<LocalizedText>
    position: number
    /** Its centre, in degrees; null for a whole province. */
    latitude: number | null
    longitude: number | null
  }
  address: {
    memberId: string
    id: string
    recipient: string
    phone: string
    regionId: string
    detail: string
    postcode: string | null
    latitude: number | null
    longitude: number | null
    isDefault: boolean
    version: number
    savedAt: string
    deletedAt: string | null
  }
  withdrawal: {
    id: string
    memberId: string
    cardId: string
    cardMasked: string
    currency: string
    amount: number
    fee: number
    discount: number
    tax: number
    arrives: number
    state: WithdrawalState
    reason: string | null
    requestedAt: string
    cancelledAt: string | null
    expectedBy: string | null
    reviewUntil: string | null
  }
  withdrawalStep: {
    withdrawalId: string
    memberId: string
    state: WithdrawalState
    at: string
    byName: Generated<string | null>
    byAccount: Generated<string | null>
  }
  operatorAction: {
    id: GeneratedAlways<number>
    at: ColumnType<string, string, never>
    byName: ColumnType<string, string, never>
    accountId: ColumnType<string | null, string | null | undefined, never>
    why: ColumnType<string, string, never>
    command: ColumnType<string, string, never>
    args: ColumnType<Record<string, unknown>, string, never>
    outcome: ColumnType<readonly string[], string, never>
  }
  currency: { code: string; name: string; symbol: string; decimals: number; position: number }
  rate: { id: GeneratedAlways<number>; code: string; perUsd: string; publishedAt: string }
  depositAddress: {
    address: string
    network: string
    memberId: string | null
    addedAt: string
    askedAt: Generated<string | null>
    seenThrough: Generated<string | null>
    /** Since when a restore keeps it from being given out. */
    outOfStockAt: Generated<string | null>
  }
  awaitedTopUp: {
    id: string
    memberId: string
    asset: string
    network: string
    address: string
    currency: string
    amount: number
    due: number
    rate: string
    openedAt: string
    expiresAt: string
    lookAt: string
    lookedAt: string | null
  }
  railTransfer: {
    network: string
    externalId: string
    awaitedId: string
    value: number
    confirmed: number
    isGone: Generated<boolean>
    arrivedAt: string
    credited: number | null
    creditedAt: string | null
  }
  depositTerm: {
    id: string
    currency: string
    days: number
    rateBp: number
    minimum: number
    maximum: number
    isOffered: Generated<boolean>
    position: number
  }
  timeDeposit: {
    id: string
    memberId: string
    termId: string
    currency: string
    days: number
    rateBp: number
    principal: number
    interest: number
    paidFrom: 'recharge' | 'income'
    openedAt: string
    maturesAt: string
    endedAt: string | null
    endedAs: 'matured' | 'withdrawn' | null
  }
  billLink: { memberId: string; number: number; accountId: number; day: string; transferId: number; hash: string }
  billChain: { memberId: string; number: Generated<number>; hash: string; day: string | null }
  reconciliation: {
    id: GeneratedAlways<number>
    at: string
    doneAt: string
    isSound: boolean
    checks: Json<unknown>
    findings: Json<unknown>
    totals: Json<unknown>
  }
}
