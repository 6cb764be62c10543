import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isInTransaction } from '../../db/after-commit.ts'
import { DomainError } from '../../http/domain-error.ts'

export interface Argon2Task {
  message: Uint8Array
  nonce: Uint8Array
  /** `memory` in KiB. */
  cost: { memory: number; passes: number; parallelism: number }
}

interface Waiting {
  task: Argon2Task
  resolve: (tag: Buffer) => void
  reject: (cause: unknown) => void
}

/** One core stays free: for requests, and for the embedded database. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Some seconds of work. Who comes later is asked to come again: browsers give up on what takes longer. */
const mostWaiting = 64 * mostThreads

/** A thread, and whom its present task is for. */
interface Thread {
  worker: Worker
  serves: Waiting | undefined
}

const idle: Thread[] = []
const queue: Waiting[] = []
let threads = 0

/**
 * The 32 bytes of Argon2id, computed by threads of its own: Node's four are also those that files and DNS wait for.
 * Rejects with `unavailable` while too many wait, and with an error inside a transaction, which would hold its locks
 * and its connection for as long.
 */
export function argon2(task: Argon2Task): Promise<Buffer> {
  if (isInTransaction()) return Promise.reject(new Error('a password is hashed before the transaction, not inside'))
  if (queue.length >= mostWaiting) return Promise.reject(new DomainError('unavailable', {}, { retryAfter: 2 }))
  return new Promise((resolve, reject) => {
    queue.push({ task, resolve, reject })
    next()
  })
}

function next(): void {
  if (queue.length === 0) return
  const thread = idle.pop() ?? (threads < mostThreads ? started() : undefined)
  const waiting = thread && queue.shift()
  if (!waiting) return
  thread.serves = waiting
  // An idle thread keeps no process alive; one that computes does.
  thread.worker.ref()
  thread.worker.postMessage(waiting.task)
}

function started(): Thread {
  threads += 1
  const thread: Thread = { worker: new Worker(new URL('./argon2-worker.ts', import.meta.url)), serves: undefined }
  let cause: unknown = new Error('a thread for passwords has ended')
  thread.worker.on('message', (tag: Uint8Array) => {
    const served = thread.serves
    thread.serves = undefined
    thread.worker.unref()
    idle.push(thread)
    served?.resolve(Buffer.from(tag))
    next()
  })
  thread.worker.on('error', (error: unknown) => {
    cause = error
  })
  thread.worker.on('exit', () => {
    threads -= 1
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    thread.serves?.reject(cause)
    next()
  })
  return thread
}
