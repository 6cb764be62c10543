import { useState } from 'react'
import { newId } from '../../api/device.ts'
import { isUncertain } from '../../api/uncertain.ts'

/** The idempotency key of a form, which is sent again with the same key until the server has answered. */
export interface IdempotencyKey {
  /** The key for this content: the previous key while the same content has no answer yet, else a fresh one. */
  keyOf(content: unknown): string
  /** Tells the outcome: where it is uncertain the key stays, otherwise the next content gets a fresh one. */
  settled(failure?: unknown): void
}

/** After a lost response, sending again does nothing twice; after a rejection, it is a new request. */
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

/** One for as long as the form is mounted. */
export function useIdempotencyKey(): IdempotencyKey {
  return useState(() => createIdempotencyKey())[0]
}
