import { Worker } from 'node:worker_threads'
import type { Answer, PGliteStart, ToWorker } from './pglite-messages.ts'
import { takeRunningRole } from './running-role.ts'
import type { Connection, StatementResult, ConnectionSource, Usage } from './connection.ts'

interface Waiting {
  resolve(answer: Answer): void
  reject(cause: unknown): void
}

/** The embedded database in its worker thread. It has one connection, handed out first come, first served. */
export class PGliteSource implements ConnectionSource, Connection {
  #worker: Worker
  #waiting = new Map<number, Waiting>()
  readonly #unsent: ToWorker[] = []
  #lastId = 0
  #failure: Error | undefined
  #queue: (() => void)[] = []
  #isTaken = false
  #begins = false

  static async start(start: PGliteStart): Promise<PGliteSource> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start })
    const source = new PGliteSource(worker)
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => {
        resolve()
      })
      worker.once('error', reject)
    })
    worker.on('message', (answers: Answer[]) => {
      for (const answer of answers) source.#settle(answer)
    })
    await source.takeRole()
    return source
  }

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('error', (cause: unknown) => {
      this.#fail(cause instanceof Error ? cause : new Error(String(cause)))
    })
    worker.on('exit', () => {
      this.#fail(new Error('the embedded database has stopped'))
    })
  }

  async acquire(): Promise<Connection> {
    if (this.#isTaken)
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve)
      })
    this.#isTaken = true
    return this
  }

  release(): void {
    const next = this.#queue.shift()
    // Handed over rather than freed, so that nobody overtakes the queue.
    if (next) next()
    else this.#isTaken = false
  }

  usage(): Usage {
    return { open: 1, idle: this.#isTaken ? 0 : 1, waiting: this.#queue.length }
  }

  begin(): void {
    this.#begins = true
  }

  async query(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const begins = this.#begins
    this.#begins = false
    const { result } = await this.#ask((id) => ({ id, text, parameters, begins }))
    if (!result) throw new Error('the embedded database gave no result')
    return result
  }

  /** A dump of the whole database, to start another one from. */
  async image(): Promise<ArrayBuffer> {
    const { image } = await this.#ask((id) => ({ id, ask: 'image' }))
    if (!image) throw new Error('the embedded database gave no dump')
    return image
  }

  /** The same, once nobody has the connection: no transaction is open, and all that was committed is in its files. */
  async imageBetween(): Promise<ArrayBuffer> {
    await this.acquire()
    try {
      // The running role may not.
      await this.query(`set role none; checkpoint; ${takeRunningRole}`, [])
      return await this.image()
    } finally {
      this.release()
    }
  }

  async takeRole(): Promise<void> {
    await this.acquire()
    try {
      await this.query(takeRunningRole, [])
    } finally {
      this.release()
    }
  }

  async close(): Promise<void> {
    // What is under way finishes first.
    await this.acquire()
    await this.#ask((id) => ({ id, ask: 'close' }))
    await this.#worker.terminate()
  }

  async #ask(message: (id: number) => ToWorker): Promise<Answer> {
    if (this.#failure) throw this.#failure
    const id = ++this.#lastId
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#unsent.push(message(id))
      // What is started together is one message, and so are its answers.
      if (this.#unsent.length === 1)
        process.nextTick(() => {
          this.#send(this.#unsent.splice(0))
        })
    })
  }

  #send(messages: readonly ToWorker[]): void {
    try {
      this.#worker.postMessage(messages)
    } catch (cause) {
      // A parameter that can't be copied, such as a function.
      for (const { id } of messages) {
        this.#waiting.get(id)?.reject(cause)
        this.#waiting.delete(id)
      }
    }
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.error) waiting?.reject(Object.assign(new Error(answer.error.message), answer.error))
    else waiting?.resolve(answer)
  }

  #fail(cause: Error): void {
    this.#failure ??= cause
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}
