import { requestTimeoutMs } from '#protocol/headers.ts'

/**
 * Fetches a file of the build, which is then in the browser's cache too. Rejects where it can't be had now, or where it
 * isn't here within the time-out of downloads (specification 9); its body then breaks off too.
 */
export async function fetchBuildFile(address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs) })
  if (!answer.ok) throw new Error(`${address} can't be had (HTTP ${answer.status})`)
  return answer
}
