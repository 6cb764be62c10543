import { randomBytes, timingSafeEqual } from 'node:crypto'
import { argon2 } from './argon2-pool.ts'

const usual = { memory: 19 * 1024, passes: 2, parallelism: 1 }

/** argon2id in PHC form, so that the cost can rise later without losing old passwords. Not inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return written(salt, await tagOf(password, salt, usual))
}

/**
 * True when the password made this hash. Takes as long for a wrong one as for a right one. Not inside a transaction.
 * Rejects with `unavailable` where too many are being checked: nothing was then learned about the password.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash)
  if (!match) return false
  const [, memory, passes, parallelism, salt, tag] = match
  const wanted = Buffer.from(tag ?? '', 'base64url')
  const given = await tagOf(password, Buffer.from(salt ?? '', 'base64url'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** The hash to verify against when the phone is unknown: the time of the answer must not tell who has an account. */
export const hashOfNobody = written(randomBytes(16), randomBytes(32))

function tagOf(password: string, nonce: Buffer, cost: typeof usual): Promise<Buffer> {
  return argon2({ message: Buffer.from(password.normalize('NFC')), nonce, cost })
}

function written(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = usual
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}
