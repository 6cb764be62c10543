import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Argon2Task } from './argon2-pool.ts'

// In a worker, as a hash keeps a thread busy for some hundredths of a second.
const port = parentPort
if (!port) throw new Error('this file is a worker')
port.on('message', ({ message, nonce, cost }: Argon2Task) => {
  port.postMessage(argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cost }))
})
