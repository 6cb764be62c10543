import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Nothing that the first page has loaded before its worker comes: it would be on the wire twice. The styles are in its
 * document (server/http/visitor-document.ts).
 */
const program = /^(?!(?:first|preload|calls|services|art|text|street)-).+\.(?:js|css|svg)$/
const texts = /^text-.+\.js$/

/**
 * Writes two packs, of the program and of its texts, for a worker that has none of their files yet (sw/unpack.ts). A
 * line of JSON has the address and the content of one file. Compressed together the files are a sixth smaller, and a
 * first install waits for two answers instead of sixty.
 */
export function packs(): Plugin {
  return {
    name: 'voltfolio:packs',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const [name, isIn] of Object.entries({ program, texts })) {
        const lines = readdirSync(assets)
          .filter((file) => isIn.test(file))
          .toSorted()
          .map((file) => `${JSON.stringify([`assets/${file}`, readFileSync(join(assets, file), 'utf8')])}\n`)
        if (lines.length === 0) this.error(`no file of this build is of the pack ${name}`)
        const hash = createHash('sha256').update(lines.join('')).digest('hex').slice(0, 7)
        writeFileSync(join(assets, `pack-${name}-${hash}.jsonl`), lines.join(''))
      }
    },
  }
}
