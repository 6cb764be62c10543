import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const memoryKiB = 19 * 1024
const passes = 2
const parallelism = 1

/** argon2id in PHC form, so that the cost can rise later without losing old passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, { memory: memoryKiB, passes, parallelism })
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

/** True when the password made this hash. Takes as long for a wrong one as for a right one. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash)
  if (!match) return false
  const [, memory, passesThen, parallel, salt, tag] = match
  const wanted = Buffer.from(tag ?? '', 'base64url')
  const given = await tagOf(password, Buffer.from(salt ?? '', 'base64url'), {
    memory: Number(memory),
    passes: Number(passesThen),
    parallelism: Number(parallel),
  })
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** The hash to verify against when the phone is unknown: the time of the answer must not tell who has an account. */
export const hashOfNobody = await hashPassword(randomBytes(16).toString('hex'))

function tagOf(
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, tagLength: 32, ...cost })
}
