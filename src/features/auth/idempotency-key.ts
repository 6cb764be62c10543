import { useState } from 'react'
import { newId } from '../../api/device.ts'
import { isUncertain } from '../../api/uncertain.ts'

/** The `Idempotency-Key` of a form that is sent until the server has answered. */
export interface IdempotencyKey {
  /**
   * The key for this content: the one before while an answer to the same content is still to come, else a fresh one.
   */
  keyOf(content: unknown): string
  /** What became of it: the key lives on where nobody knows, and belongs to the answer otherwise. */
  settled(failure?: unknown): void
}

/** Pressing again after a lost answer does nothing twice; pressing again after a rejection asks anew. */
export function createIdempotencyKey(mint: () => string = newId): IdempotencyKey {
  let unanswered: { content: string; key: string; wasSent: boolean } | undefined
  return {
    keyOf(content) {
      const text = JSON.stringify(content)
      if (unanswered?.content !== text) unanswered = { content: text, key: mint(), wasSent: false }
      return unanswered.key
    },
    settled(failure) {
      if (failure === undefined || !isUncertain(failure, unanswered?.wasSent)) unanswered = undefined
      else if (unanswered) unanswered.wasSent = true
    },
  }
}

/** One for as long as the form stands. */
export function useIdempotencyKey(): IdempotencyKey {
  return useState(() => createIdempotencyKey())[0]
}
