import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The process that holds the lock. A pid alone is not enough: after a reboot or in another container another process
 * may have it.
 */
interface Holder {
  pid: number
  started: string
}

const heldHere = new Set<string>()

/**
 * Takes the lock file of a data directory, or throws when a live process has it: two processes on one embedded database
 * lose rows. The lock of a killed process is taken over. Returns the function that releases the lock.
 */
export function lockDirectory(path: string): () => void {
  const own: Holder = { pid: process.pid, started: startOf(process.pid) }
  const draft = `${path}.${process.pid}`
  if (heldHere.has(path)) throw new DirectoryInUse(path, process.pid)
  writeFileSync(draft, JSON.stringify(own))
  try {
    // A link appears with its content or not at all; it can't replace an existing lock.
    while (
      !succeeds(() => {
        linkSync(draft, path)
      }, 'EEXIST')
    )
      clearStale(path)
  } finally {
    rmSync(draft, { force: true })
  }
  heldHere.add(path)
  return () => {
    heldHere.delete(path)
    rmSync(path, { force: true })
  }
}

export class DirectoryInUse extends Error {
  constructor(path: string, pid: number) {
    super(
      `The data directory is in use by process ${pid}. Stop it first, or choose another directory. (If that process is not Voltfolio, delete ${path}.)`,
    )
    this.name = 'DirectoryInUse'
  }
}

function clearStale(path: string): void {
  const holder = read(path)
  if (holder && isLive(holder)) throw new DirectoryInUse(path, holder.pid)
  const aside = `${path}.stale-${process.pid}`
  // Moved, not deleted: of two processes that found it stale, one succeeds; the other sees that it is gone and starts
  // over.
  if (
    !succeeds(() => {
      renameSync(path, aside)
    }, 'ENOENT')
  )
    return
  const moved = read(aside)
  if (moved && isLive(moved)) {
    // Another process took the lock between our read and our move: give it back.
    linkSync(aside, path)
    rmSync(aside)
    throw new DirectoryInUse(path, moved.pid)
  }
  rmSync(aside, { force: true })
}

function read(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.started === 'string'
      ? { pid: holder.pid, started: holder.started }
      : undefined
  } catch {
    return undefined
  }
}

function isLive({ pid, started }: Holder): boolean {
  // A lock of this process would be in `heldHere`: the same pid belonged to an earlier process.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(pid) === started
}

/** Boot id and start time of a process on Linux; elsewhere unknown, and the pid alone decides. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The command's name may contain spaces and brackets: fields are counted after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie: it has ended and holds nothing any more.
    if (fields[0] === 'Z') return 'ended'
    return `${boot} ${fields[19] ?? ''}`
  } catch {
    return ''
  }
}

function succeeds(act: () => void, expected: string): boolean {
  try {
    act()
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== expected) throw cause
    return false
  }
}
