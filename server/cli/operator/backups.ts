import * as v from 'valibot'
import { backUp } from '../backup/backing-up.ts'
import { finishRestore } from '../backup/finishing.ts'
import { rejectOtherInstant } from '../backup/restored-to.ts'
import { restore as restoreFrom } from '../backup/restoring.ts'
import { WrittenInstant } from '../../written-instant.ts'
import { Switch } from './arguments.ts'
import { byMachine, standalone, work, type Command } from './command.ts'
import { Path } from './files.ts'

const megabyte = 1024 * 1024

/** Run by night, where nobody signs in: who has the machine could copy the database's files as well. */
const backup = byMachine(
  work('backup', {
    needs: ['administrator'],
    positional: ['file', 'keyFile'],
    says: 'Writes the embedded database into a new encrypted file, while the server runs; KEY-FILE holds 32 bytes as hex (openssl rand -hex 32). The card keys are not in it',
    args: { file: Path, keyFile: Path },
    run: async (context, { file, keyFile }) => {
      const { bytes, madeAt, keyId } = await backUp(context, { file, keyFile })
      return [
        `${file}: ${(bytes / megabyte).toFixed(1)} MB, as of ${madeAt}, under the key ${keyId}; read back and whole.`,
        'Not in it, keep them apart: the backup key, the card keys (CARD_KEY or DATA_DIR/card-keys), and streets (TILES).',
      ]
    },
  }),
)

const finish = work('restore finish', {
  needs: ['administrator'],
  positional: ['asOf'],
  says: 'After a PostgreSQL was restored to AS-OF: reconciles the books, ends every session and feed key of before, takes top-up addresses out of stock that may have been given out since, and tells every member what may be missing. Refused where something was done after AS-OF, unless --has-served on says that a server ran on it since',
  args: { asOf: WrittenInstant, hasServed: v.optional(Switch) },
  run: async (context, { asOf, hasServed = false }) => {
    await rejectOtherInstant(context.db, { asOf, hasServed }, context.clock)
    const { isSound, lines } = await finishRestore(context, asOf)
    return { shown: lines, kept: lines, isBad: !isSound }
  },
})

const restore = standalone('restore', {
  needs: ['administrator'],
  positional: ['file', 'keyFile'],
  says: 'Restores a backup into DATA_DIR while no server runs there, and reconciles the books; --replace on moves a database that is there aside',
  args: { file: Path, keyFile: Path, replace: v.optional(Switch) },
  runAlone: async (context, { file, keyFile, replace = false }) =>
    await restoreFrom(context, { file, keyFile, replace }),
})

export const backupCommands: readonly Command[] = [backup, finish, restore]
