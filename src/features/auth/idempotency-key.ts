import { useState } from 'react'
import { newId } from '../../api/device.ts'
import { isUncertain } from '../../api/uncertain.ts'

/** The idempotency key of a form, whose first try is sent again as it was until the server has answered. */
export interface IdempotencyKey {
  /**
   * The first try for this content while it has no answer yet, else a fresh one with `request`. Under one key, the
   * server takes the same request only: what else it is made of, such as the texts that were shown, may differ by now.
   */
  tryOf<R>(content: unknown, request: R): { key: string; request: R }
  /** Tells the outcome: where it is uncertain the try stays, otherwise the next content gets a fresh one. */
  settled(failure?: unknown): void
}

interface Try {
  content: string
  key: string
  request: unknown
  wasSent: boolean
}

/** After a lost response, sending again does nothing twice; after a rejection, it is a new request. */
export function createIdempotencyKey(mint: () => string = newId): IdempotencyKey {
  let unanswered: Try | undefined
  return {
    tryOf<R>(content: unknown, request: R) {
      const text = JSON.stringify(content)
      if (unanswered?.content !== text) unanswered = { content: text, key: mint(), request, wasSent: false }
      return { key: unanswered.key, request: unanswered.request as R }
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
