import { existsSync, linkSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import { StartError } from '../start-error.ts'

/**
 * The process that holds the lock. A pid alone is not enough: after a reboot another process may have it. A process of
 * another machine or container (`where`) can't be looked up at all: it shows that it lives by touching its lock. Locks
 * of earlier versions don't say where.
 */
interface Holder {
  pid: number
  started: string
  where: string | undefined
}

const touchMs = 2000
/** Longer than a busy server leaves its lock untouched. */
const patienceMs = 20_000

const heldHere = new Set<string>()

/** The lock file of a data directory; of one that is a link, beside what it leads to. */
export function lockPathOf(dir: string): string {
  return `${existsSync(dir) ? realpathSync(dir) : dir}.lock`
}

/**
 * Takes the lock file of a data directory, or throws when a live process has it: two processes on one embedded database
 * lose rows. The lock of a killed process is taken over; after one in another container or before a reboot that takes
 * `watchMs`, the time without a sign of life. Returns the function that releases the lock.
 */
export async function lockDirectory(path: string, { watchMs = patienceMs } = {}): Promise<() => void> {
  if (heldHere.has(path)) throw new DirectoryInUse(path, process.pid)
  heldHere.add(path)
  const own: Holder = { pid: process.pid, started: startOf(process.pid), where: here() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    // A link appears with its content or not at all; it can't replace an existing lock.
    while (
      !succeeds(() => {
        linkSync(draft, path)
      }, 'EEXIST')
    )
      await clearStale(path, watchMs)
  } catch (cause) {
    heldHere.delete(path)
    throw cause
  } finally {
    rmSync(draft, { force: true })
  }
  const successor = () => {
    const holder = read(path)
    return holder && JSON.stringify(holder) !== JSON.stringify(own) ? holder : undefined
  }
  const touching = setInterval(() => {
    // Who stood still for long comes back beside a successor, and must not go on writing.
    const other = successor()
    if (other) throw new DirectoryInUse(path, other.pid, true)
    touch(path)
  }, touchMs).unref()
  return () => {
    clearInterval(touching)
    heldHere.delete(path)
    if (!successor()) rmSync(path, { force: true })
  }
}

export class DirectoryInUse extends StartError {
  constructor(path: string, pid: number, isElsewhere = false) {
    const process = isElsewhere ? `a process of another container or machine (${pid} there)` : `process ${pid}`
    super(
      `The data directory is in use by ${process}. Stop it first, or choose another directory. (If that process is not Voltfolio, delete ${path}.)`,
    )
    this.name = 'DirectoryInUse'
  }
}

async function clearStale(path: string, watchMs: number): Promise<void> {
  const holder = read(path)
  if (holder && (isElsewhere(holder) ? await isTouched(path, watchMs) : isLive(holder)))
    throw new DirectoryInUse(path, holder.pid, isElsewhere(holder))
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
  if (moved && JSON.stringify(moved) !== JSON.stringify(holder)) {
    // Another process took the lock between our read and our move: give it back.
    linkSync(aside, path)
    rmSync(aside)
    throw new DirectoryInUse(path, moved.pid, isElsewhere(moved))
  }
  rmSync(aside, { force: true })
}

/** Waits for a sign of life of the holder, as long as it may take. */
async function isTouched(path: string, watchMs: number): Promise<boolean> {
  const before = touchedAt(path)
  for (let waited = 0; waited < watchMs; waited += touchMs / 10) {
    await sleep(touchMs / 10)
    // Another one where it was taken over meanwhile, and none where its holder has ended.
    if (touchedAt(path) !== before) return touchedAt(path) !== undefined
  }
  return false
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function touch(path: string): void {
  const now = systemClock.now() / 1000
  succeeds(() => {
    utimesSync(path, now, now)
  }, 'ENOENT')
}

function read(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.started === 'string'
      ? { pid: holder.pid, started: holder.started, where: holder.where }
      : undefined
  } catch {
    return undefined
  }
}

function isElsewhere({ where }: Holder): boolean {
  return where !== undefined && where !== here()
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

/** What the pids of this process count in, on Linux: one start of one machine, and a container of it. */
function here(): string {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** Boot id and start time of a process on Linux; elsewhere unknown, and the pid alone decides. */
function startOf(pid: number): string {
  try {
    // The command's name may contain spaces and brackets: fields are counted after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie: it has ended and holds nothing any more.
    if (fields[0] === 'Z') return 'ended'
    return `${bootId()} ${fields[19] ?? ''}`
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
