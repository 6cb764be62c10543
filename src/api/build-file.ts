/** Fetches a file of the build, which is then in the browser's cache too. Rejects where it can't be had now. */
export async function fetchBuildFile(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} can't be had (HTTP ${answer.status})`)
  return answer
}
