/** Fetches a file of the build, to have it in the browser's cache. Rejects where it can't be had now. */
export async function fetchBuildFile(address: string): Promise<void> {
  const { ok, status } = await fetch(address)
  if (!ok) throw new Error(`${address} can't be had (HTTP ${status})`)
}
