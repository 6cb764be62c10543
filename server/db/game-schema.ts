import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Gift } from './gift-schema.ts'

type Json<T> = ColumnType<T, string, never>
type LocalizedText = { en: string } & Partial<Record<string, string>>
export type GameKind = 'gold lottery' | 'lucky lottery' | 'box' | 'second box'
type PointsName = 'gold' | 'lucky'

/** Tables of 104_games.sql and 117_pool_tally.sql, camelCase. */
export interface GameTables {
  game: { id: string; kind: GameKind; version: number; stoppedAt: string | null; position: number }
  gameRule: {
    game: string
    version: number
    name: Json<LocalizedText>
    line: Json<LocalizedText>
    art: string
    priceOf: PointsName
    priceAmount: number
    dailyLimit: number | null
    levelNeeded: number
    guaranteeEvery: number | null
    mostAtOnce: number
    publishedAt: string
  }
  gameSlot: {
    id: string
    game: string
    version: number
    position: number
    key: string
    name: Json<LocalizedText>
    art: string
    gift: ColumnType<Gift | null, string | null, never>
    weight: number
    guaranteed: boolean
    limited: boolean
  }
  gameStock: { game: string; key: string; pieces: number }
  drawSeed: {
    id: string
    memberId: string
    hash: string
    seedSealed: string | null
    keyId: string | null
    seed: string | null
    nextNonce: Generated<number>
    madeAt: string
    revealedAt: string | null
  }
  poolRound: {
    round: string
    shareBp: number
    winners: number
    carried: Generated<number>
    seedHash: string
    seedSealed: string | null
    keyId: string | null
    seed: string | null
    points: number | null
    draws: number | null
    closedAt: string | null
  }
  /** Written by the database alone, with every draw. */
  poolTally: { round: string; shard: number; draws: number; members: number; spent: number }
  draw: {
    id: string
    number: GeneratedAlways<number>
    memberId: string
    game: string
    slotId: string
    seedId: string
    nonce: number
    memberSeed: string
    version: number
    weights: Json<number[]>
    roll: number
    byGuarantee: boolean
    guaranteed: boolean
    priceOf: PointsName
    priceAmount: number
    round: string
    at: string
    status: 0 | 1 | 2 | null
    receivedAt: string | null
  }
  poolShare: {
    id: string
    round: string
    place: number
    ticket: number
    memberId: string
    amount: number
    at: string
    status: Generated<0 | 1 | 2>
    receivedAt: string | null
  }
  playLimits: {
    memberId: string
    daily: number | null
    nextDaily: number | null
    nextFrom: string | null
    pausedUntil: string | null
  }
}
