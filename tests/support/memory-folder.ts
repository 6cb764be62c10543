import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** The memory file system of Linux. */
const memory = '/dev/shm'
const prefix = 'voltfolio-tests-'
/** Several times what three servers and the profiles of three browsers take: the machine needs some too. */
const neededBytes = 6 * 2 ** 30

/**
 * Makes a folder in memory for the temporary files of a run, which deletes it; undefined where there is no room. On a
 * disk the copies of the demonstration alone take two seconds of the processor for each file of tests.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined
  for (const name of readdirSync(memory).filter((it) => it.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(join(memory, name), { recursive: true, force: true })
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}

/** Whether the run that made a folder is still there; a killed run leaves its folder to the next. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
