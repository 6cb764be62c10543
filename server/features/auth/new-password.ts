import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { passwordMin } from '#protocol/auth.ts'
import { DomainError } from '../../http/domain-error.ts'

/**
 * Throws `password_weak` for a new password that is short, among those that everybody tries first, or hardly more than
 * our own words.
 */
export async function rejectWeak(password: string): Promise<void> {
  const plain = password.normalize('NFC').toLowerCase()
  if (password.length < passwordMin || isOwnWord(plain) || (await commonOnes()).has(plain))
    throw new DomainError('password_weak', { least: passwordMin })
}

/** What somebody tries who knows where the password is for: the product, its words, and roles of its operators. */
const ownWords =
  /voltfolio|volt|folio|administrator|admin|operator|support|treasury|catalogue|auditor|wallet|recharge|income|charging|scooter/g
/** Letters that a password must have besides them. */
const lettersBesides = 4

function isOwnWord(password: string): boolean {
  const rest = password.replaceAll(ownWords, '')
  return rest !== password && (rest.match(/\p{L}/gu) ?? []).length < lettersBesides
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
