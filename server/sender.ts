import type { Log } from './log.ts'

/** Carries a verification code to a phone. A gateway implements this; the demo prints. */
export interface CodeSender {
  send(phone: string, code: string, purpose: string): Promise<void>
}

/** The demo's sender: the code stands in the server's log, and only there. */
export function consoleSender(log: Log): CodeSender {
  return {
    send: (phone, code, purpose) => {
      log.info('verification code (demo: not sent to a phone)', { phone, code, purpose })
      return Promise.resolve()
    },
  }
}
