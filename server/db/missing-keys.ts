import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { keyringOf, KeysMissing } from './keyring.ts'
import type { Db } from './open.ts'

/**
 * Throws KeysMissing with the key's name when the database holds values that are encrypted with a key this server
 * lacks. That stops the start instead of the first withdrawal.
 */
export async function rejectMissingKeys(db: Db, config: Config): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id from bank_card where number_sealed is not null
    union select key_id from contract
    union select key_id from sealing_key
    union select key_id from draw_seed where key_id is not null
    union select key_id from pool_round where key_id is not null
    union select key_id from operator_account where key_id is not null`.execute(db)
  // A database that holds nothing encrypted needs no key yet.
  const missing = rows.length === 0 ? undefined : rows.find(({ keyId }) => !keyringOf(config).ids.includes(keyId))
  if (missing)
    throw new KeysMissing(
      `This database holds numbers under the key ${missing.keyId}, which is missing: set CARD_KEY or CARD_KEYS_OLD, or restore ${config.dataDir}/card-keys from its backup.`,
    )
}
