import * as v from 'valibot'
import { applyCatalogue, diffCatalogue } from '../../features/products/offers/applying.ts'
import { CatalogueFaults, readCatalogue } from '../../features/products/offers/catalogue-file.ts'
import type { Change } from '../../features/products/offers/changes.ts'
import { exportCatalogue } from '../../features/products/offers/exporting.ts'
import { DomainError } from '../../http/domain-error.ts'
import { exportPictures } from '../../features/products/offers/pictures.ts'
import { counted, Text } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { TextFile } from './files.ts'
import { listed, listedMost } from './listed.ts'

const shownLength = 60

const exported = reading('catalogue export', {
  needs: ['catalogue', 'auditor'],
  says: 'Every category and product with its machine as one JSON file; apply it again and nothing changes. --pictures FOLDER writes the pictures it names into a folder',
  args: { pictures: v.optional(Text) },
  run: async ({ db }, { pictures }) => {
    const shown = JSON.stringify(await exportCatalogue(db), null, 2).split('\n')
    return pictures === undefined ? shown : { shown, kept: [], files: await exportPictures(db) }
  },
})

const diff = reading('catalogue diff', {
  needs: ['catalogue'],
  says: 'What `catalogue apply` would change, what it means for those who own units, and what it would refuse',
  positional: ['file'],
  args: { file: TextFile },
  takesPictures: true,
  run: async ({ db, pictures }, { file }) => {
    const changes = await told(() => diffCatalogue(db, readCatalogue(file.text), pictures))
    const shown = changes.length === 0 ? ['Nothing would change.'] : changes.map(lineOf)
    return { shown, kept: [], isBad: changes.some((it) => it.refused !== undefined) }
  },
})

const apply = action('catalogue apply', {
  needs: ['catalogue'],
  says: 'Adds products and machines, or changes those of the same device, by a JSON file; all of it or, where owners would lose by it, nothing. What the file leaves out stays',
  positional: ['file'],
  args: { file: TextFile },
  takesPictures: true,
  run: async ({ db, clock, by, why, pictures }, { file }) => {
    const { changes, version } = await told(() =>
      applyCatalogue(db, readCatalogue(file.text), { by: by.name, why, pictures }, clock),
    )
    return version === null ? ['Nothing to change.'] : [...changes.map(lineOf), `This is version ${version}.`]
  },
})

const versions = reading('catalogue versions', {
  needs: ['catalogue', 'auditor'],
  says: 'The catalogues that were applied, newest first: when, by whom, why, and how much they changed',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('catalogueVersion')
      .select(['number', 'at', 'byName', 'why', 'changes'])
      .orderBy('number', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      none: 'None so far.',
      lineOf: (it) => `${it.number}  ${it.at}  ${it.byName}  ${it.changes.length} changes  why: ${it.why}`,
    })
  },
})

const version = reading('catalogue version', {
  needs: ['catalogue', 'auditor'],
  says: 'The file of a version of `catalogue versions`, as it was applied',
  positional: ['number'],
  args: { number: counted(1, 1_000_000) },
  run: async ({ db }, { number }) => {
    const row = await db.selectFrom('catalogueVersion').select('file').where('number', '=', number).executeTakeFirst()
    if (!row) throw new DomainError('not_found')
    return JSON.stringify(row.file, null, 2).split('\n')
  },
})

export const catalogueCommands: readonly Command[] = [exported, diff, apply, versions, version]

/** Faults of a file as the operator reads them, one a line. */
async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (!(cause instanceof CatalogueFaults)) throw cause
    throw new DomainError('bad_request', { field: 'The file', problem: `is refused:\n  ${cause.faults.join('\n  ')}` })
  }
}

function lineOf({ of, field, from, to, means, refused }: Change): string {
  const change = field === 'new' ? `new, "${String(to)}"` : `${field} ${shown(from)} -> ${shown(to)}`
  return `${of}: ${change}: ${refused === undefined ? means : `REFUSED, ${means}; ${refused}`}.`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`
}
