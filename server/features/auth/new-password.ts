import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { passwordMin } from '#protocol/auth.ts'
import { DomainError } from '../../http/domain-error.ts'

/** Throws `password_weak` for a new password that is short or among those that everybody tries first. */
export async function rejectWeak(password: string): Promise<void> {
  if (password.length < passwordMin || (await commonOnes()).has(password.normalize('NFC').toLowerCase()))
    throw new DomainError('password_weak', { least: passwordMin })
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * The commonest passwords of at least that length, in lower case, from the lists of zxcvbn-ts (MIT,
 * docs/decisions/0069). Read at the first use.
 */
function commonOnes(): Promise<ReadonlySet<string>> {
  common ??= readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8').then((it) => new Set(it.split('\n')))
  return common
}
