import type { Log } from './log.ts'

/** Sends a verification code to a phone. A gateway implements this; the demonstration prints the code. */
export interface CodeSender {
  send(phone: string, code: string, purpose: string): Promise<void>
}

/** Writes the code to the server's log, and nowhere else. */
export function consoleSender(log: Log): CodeSender {
  return {
    send: (phone, code, purpose) => {
      log.info('verification code (demo: not sent to a phone)', { phone, code, purpose })
      return Promise.resolve()
    },
  }
}
