import { publicEncryptionKey } from '#protocol/auth.ts'
import { keyringOf } from '../../db/keyring.ts'
import { publishedEncryptionKey } from '../../db/encryption-keys.ts'
import { handle } from '../../http/handler.ts'

/** The public key that clients encrypt passwords and card numbers with. */
export const encryptionKey = handle(publicEncryptionKey, async ({ db, config, clock }) => {
  const { id, publicKey } = await publishedEncryptionKey(db, keyringOf(config), clock)
  return { keyId: id, publicKey }
})
