import type { StatementResult } from './connection.ts'

/** What the worker is started with: no `dir` keeps everything in memory; `image` is a dump to start from. */
export interface PGliteStart {
  dir?: string
  image?: ArrayBuffer
}

export type ToWorker =
  | { id: number; text: string; parameters: readonly unknown[]; begins: boolean }
  | { id: number; ask: 'image' | 'close' }

/** What the worker says: that it is ready, then the answers to each message of several. */
export type FromWorker = { ready: true } | Answer[]

export interface Answer {
  id: number
  result?: StatementResult
  image?: ArrayBuffer
  error?: Record<string, string | undefined>
}
