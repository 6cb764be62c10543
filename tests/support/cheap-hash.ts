import { argon2Sync, randomBytes } from 'node:crypto'

/**
 * A password's hash at a thousandth of the usual cost, for tests that try many passwords one after the other.
 * `verifyPassword` takes the cost from the hash.
 */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 })
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}
