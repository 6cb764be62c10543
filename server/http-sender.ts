import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { texts } from './metrics.ts'
import type { CodeSender } from './sender.ts'
import { bodyFor, type SmsGateway } from './sms-gateway.ts'

/** How long a text may take. All tries together end within the minute after which a code can be asked for again. */
export const patience = { timeoutMs: 5_000, pausesMs: [500, 2_000, 8_000] }
/** Texts on their way at once. A gateway that hangs must not fill the memory. */
const mostUnderWay = 100
/** How many retries are left at most, and how much of one each text that was sent adds. */
const retries = { most: 20, perText: 0.2 }

/**
 * Sends texts by HTTP to the operator's gateway. Network errors, time-outs, 408, 429 and 5xx are tried again, within a
 * budget of retries; every try of a text has the same `Idempotency-Key`. Rejects with an error that holds neither
 * code, phone nor answer.
 */
export function httpSender(gateway: SmsGateway, { timeoutMs, pausesMs } = patience): CodeSender {
  let underWay = 0
  let retriesLeft = retries.most
  const post = async (phone: string, text: string): Promise<void> => {
    if (underWay >= mostUnderWay) throw new Error('not sent: too many texts are on their way to the SMS gateway')
    underWay += 1
    try {
      await insist(bodyFor(gateway, { phone, text }))
      texts.count({ result: 'sent' })
    } catch (cause) {
      texts.count({ result: 'failed' })
      throw cause
    } finally {
      underWay -= 1
    }
  }
  const insist = async (body: string): Promise<void> => {
    const key = randomUUID()
    for (const wait of [...pausesMs, null]) {
      const problem = await attempt(gateway, { body, key, timeoutMs })
      if (problem === null) {
        retriesLeft = Math.min(retries.most, retriesLeft + retries.perText)
        return
      }
      if (wait === null || !problem.isPassing) throw new Error(problem.says)
      if (retriesLeft < 1) throw new Error(`${problem.says}; not tried again: too many others are`)
      retriesLeft -= 1
      // Not all at the same moment: those that failed together would meet again.
      await pause(wait * (0.5 + Math.random()))
    }
  }
  return { send: (phone, { words }) => post(phone, words), tell: post }
}

/** Null where the gateway took the text. */
async function attempt(
  { url, headers }: SmsGateway,
  { body, key, timeoutMs }: { body: string; key: string; timeoutMs: number },
): Promise<{ says: string; isPassing: boolean } | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...headers },
      body,
      // Codes go to the address that was configured, and nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return null
    const isPassing = answer.status >= 500 || [408, 429].includes(answer.status)
    return { says: `the SMS gateway answered ${answer.status}`, isPassing }
  } catch (cause) {
    // The driver's own error may quote the address, which may hold a key.
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    return {
      says: isLate ? `the SMS gateway was silent for ${timeoutMs} ms` : 'the SMS gateway is out of reach',
      isPassing: true,
    }
  }
}
