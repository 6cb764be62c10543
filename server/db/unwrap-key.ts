import { spawnSync } from 'node:child_process'
import { readMasterKey } from '../config.ts'

const deadlineMs = 20_000

/**
 * Has the operator's program decrypt a data key (docs/operations.md, "Keys"). It prints the 32 bytes as they are, as
 * base64 or as hex, which is what the command lines of AWS, Google Cloud and Vault print. What it writes to stderr goes
 * to ours and is not read; what it prints is in no message. Blocks until then, as the start does. Throws in words for
 * the operator.
 */
export function unwrapKey(command: string, wrapped: string, timeout = deadlineMs): Buffer {
  const options = {
    shell: true,
    // A process group of its own, so that a pipeline of the shell can be ended whole.
    detached: true,
    input: `${wrapped}\n`,
    stdio: ['pipe' as const, 'pipe' as const, 'inherit' as const],
    timeout,
    killSignal: 'SIGKILL' as const,
    maxBuffer: 4096,
  }
  const { pid, error, status, signal, stdout } = spawnSync(command, options)
  if (error && isCode(error, 'ETIMEDOUT')) endGroup(pid)
  // A program that needs no input may end before it was written.
  if (error && !isCode(error, 'EPIPE'))
    throw failed(isCode(error, 'ETIMEDOUT') ? `took longer than ${timeout / 1000} s` : error.message)
  if (status !== 0) throw failed(signal === null ? `ended with status ${status}` : `was ended by ${signal}`)
  const key = stdout.length === 32 ? stdout : readMasterKey(stdout.toString('latin1').trim())
  if (!key) throw failed(`printed ${stdout.length} bytes that are no key of 32 bytes (raw, base64 or hex)`)
  return key
}

function failed(how: string): Error {
  return new Error(`The card key couldn't be fetched: KEY_COMMAND ${how}. What it said itself stands above.`)
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of it is left, or the platform has no groups.
  }
}

function isCode(cause: Error, code: string): boolean {
  return 'code' in cause && cause.code === code
}
