import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { archiveOf } from '../sw/file-names.ts'

/**
 * Writes two archives, of the program and of its texts, for a worker that has few of their files yet (sw/archive.ts). A
 * line of JSON has the address and the content of one file. Compressed together the files are a sixth smaller, and a
 * first install waits for two answers instead of sixty.
 */
export function archives(): Plugin {
  return {
    name: 'voltfolio:archives',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of ['program', 'texts']) {
        const lines = readdirSync(join(dir, 'assets'))
          .map((file) => `assets/${file}`)
          .filter((url) => archiveOf({ url }) === name)
          .toSorted()
          .map((url) => `${JSON.stringify([url, readFileSync(join(dir, url), 'utf8')])}\n`)
        if (lines.length === 0) this.error(`no file of this build is of the archive ${name}`)
        const hash = createHash('sha256').update(lines.join('')).digest('hex').slice(0, 7)
        writeFileSync(join(dir, 'assets', `archive-${name}-${hash}.txt`), lines.join(''))
      }
    },
  }
}
