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

/** Whether the server has a file of the build no more. Rejects where nobody answers. */
export async function isBuildFileGone(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal })
  return status === 404 || status === 410
}
