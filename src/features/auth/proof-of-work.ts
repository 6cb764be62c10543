import { blockOf, captcha } from '#protocol/auth.ts'
import { callApi } from '../../api/api.ts'

type Challenge = Parameters<typeof import('altcha-lib').solveChallenge>[0]['challenge']

/** Longer than the slowest phone needs; the server's challenge is valid for ten minutes. */
const patienceMs = 120_000

/** Browsers offer Web Crypto only to pages that came over https. */
export class InsecurePage extends Error {
  override readonly name = 'InsecurePage'
}

/**
 * Solves the server's challenge in the background, so that people have nothing to read or tick. Returns the value of
 * `captcha` in the call, which is accepted once. `phone` is where a code is asked for. Rejects with InsecurePage over
 * plain http.
 */
export async function proofOfWork(phone?: string): Promise<string> {
  if (!isSecureContext) throw new InsecurePage('no Web Crypto here')
  const asking = new AbortController()
  const [{ challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    callApi(captcha, phone === undefined ? {} : { block: blockOf(phone) }, {
      signal: asking.signal,
      isQuiet: true,
    }),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]).catch((failure: unknown) => {
    // Where a file didn't come, the request may still be on its way: the next press would count as its duplicate, and
    // nothing would happen.
    asking.abort()
    throw failure
  })
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: patienceMs })
  if (!solution) throw new Error('the proof of work took too long')
  return btoa(JSON.stringify({ challenge, solution }))
}
