import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

interface Kept {
  /** Tells one state of a file from another: a build replaces files while the server runs. */
  state: string
  bytes: Uint8Array<ArrayBuffer>
  tag: string
}

/** More than a build with the three releases before it. */
const mostBytes = 96 * 2 ** 20

/**
 * Reads files with their ETag, each once until it changes on the disk. Gives null where there is no such file. Beyond
 * 96 MB, those that were read first are read again.
 */
export function filesInMemory(): (path: string) => Promise<Kept | null> {
  const kept = new Map<string, Kept>()
  let size = 0
  const drop = (path: string): void => {
    size -= kept.get(path)?.bytes.byteLength ?? 0
    kept.delete(path)
  }
  return async (path) => {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    const state = `${found.ino} ${found.size} ${found.mtimeMs}`
    const known = kept.get(path)
    if (known?.state === state) return known
    const bytes = new Uint8Array(await readFile(path))
    const file = { state, bytes, tag: `"${createHash('sha1').update(bytes).digest('hex')}"` }
    drop(path)
    kept.set(path, file)
    size += bytes.byteLength
    for (const oldest of kept.keys()) if (size > mostBytes && oldest !== path) drop(oldest)
    return file
  }
}
