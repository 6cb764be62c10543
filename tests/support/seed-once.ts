import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMemoryFolder } from './memory-folder.ts'
import { seededDataVariable, startServer } from './server-process.ts'

/**
 * The demonstration's world takes some ten seconds to make, and every browser test starts from it.
 * Made once a run; each server of a test starts on a copy.
 */
export async function setup(): Promise<() => Promise<void>> {
  const memoryFolder = makeMemoryFolder()
  // Servers, browsers and workers of the run inherit it.
  if (memoryFolder !== undefined) process.env['TMPDIR'] = memoryFolder
  const dataDir = await mkdtemp(join(tmpdir(), 'voltfolio-seeded-'))
  const server = await startServer({ dataDir })
  await server.stop()
  process.env[seededDataVariable] = dataDir
  return () => rm(memoryFolder ?? dataDir, { recursive: true, force: true })
}
