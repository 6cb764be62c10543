import type { Log } from './log.ts'

/** Sends texts to phones. A gateway implements this; the demonstration prints them. */
export interface CodeSender {
  send(phone: string, code: string, purpose: string): Promise<void>
  /** Tells whoever holds the phone something that needs no answer. */
  tell(phone: string, words: string): Promise<void>
}

/** Writes to the server's log, and nowhere else. */
export function consoleSender(log: Log): CodeSender {
  return {
    send: (phone, code, purpose) => {
      log.info('verification code (demo: not sent to a phone)', { phone, code, purpose })
      return Promise.resolve()
    },
    tell: (phone, words) => {
      log.info('text message (demo: not sent to a phone)', { phone, words })
      return Promise.resolve()
    },
  }
}
