import type { Log } from './log.ts'

/** Sends texts to phones. A gateway implements this; the demonstration prints them. */
export interface CodeSender {
  /** `words` is the text with the code in it. */
  send(phone: string, code: { code: string; purpose: string; words: string }): Promise<void>
  /** Tells whoever holds the phone something that needs no answer. */
  tell(phone: string, words: string): Promise<void>
}

/** Writes to the server's log, and nowhere else: for demonstrations only. */
export function consoleSender(log: Log): CodeSender {
  return {
    send: (phone, { code, purpose }) => {
      log.info('verification code (demo: not sent to a phone)', { phone, code, purpose })
      return Promise.resolve()
    },
    tell: (phone, words) => {
      log.info('text message (demo: not sent to a phone)', { phone, words })
      return Promise.resolve()
    },
  }
}
