import { addKeyToFile, keyringOf } from '../../db/keyring.ts'
import { rejectMissingKeys } from '../../db/missing-keys.ts'
import { reencryptKeys } from '../../db/encryption-keys.ts'
import { reencryptNumbers } from '../../features/cards/numbers.ts'
import { reencryptContracts } from '../../features/contracts/contracts.ts'
import { reencryptRounds } from '../../features/games/pool-rounds.ts'
import { reencryptSeeds } from '../../features/games/seeds.ts'
import { reencryptTotp } from '../accounts/sign-in.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'

/** Rows that one transaction encrypts again: members' calls wait meanwhile. */
const chunk = 1000

const make = action('key new', {
  needs: ['administrator'],
  says: 'Puts a new key for card and ID numbers in front of those in the data directory; start the server anew, then `key reencrypt`',
  run: async ({ db, config }) => {
    if (config.wrappedCardKeys)
      throw new DomainError('bad_request', {
        field: 'KEY_COMMAND',
        problem:
          'fetches the keys here: put a new one, encrypted by the service, into CARD_KEY, and the old one into CARD_KEYS_OLD',
      })
    if (config.cardKeys.length > 0)
      throw new DomainError('bad_request', {
        field: 'CARD_KEY',
        problem: 'holds the keys here: put a new one there, and the old one into CARD_KEYS_OLD',
      })
    // Another directory than the server's: it would go on with its own key, and this file would be backed up for it.
    await rejectMissingKeys(db, config)
    addKeyToFile(config)
    return ['A new key is in front. Back up the file card-keys, start the server anew, then `key reencrypt`.']
  },
})

const reencrypt = action('key reencrypt', {
  needs: ['administrator'],
  says: `Encrypts what lies under an older key anew, up to ${chunk} cards and as many contracts and seeds at a time`,
  run: async ({ db, config }) => {
    const ring = keyringOf(config)
    const done =
      (await reencryptNumbers(db, ring, chunk)) +
      (await reencryptContracts(db, ring, chunk)) +
      (await reencryptSeeds(db, ring, chunk)) +
      (await reencryptRounds(db, ring)) +
      (await reencryptKeys(db, ring)) +
      (await reencryptTotp(db, config))
    return [
      done === 0
        ? `All lie under the key ${ring.currentId}. Older ones can go once it has been in front for 180 days: until then a device may repeat a command that was sent under them.`
        : `${done} lie under the key ${ring.currentId} now. Again until there are none.`,
    ]
  },
})

export const keyCommands: readonly Command[] = [make, reencrypt]
