import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Text {
  id: string
  words: string
  files: string[]
}

/** A message id as the macro makes it: six letters of a hash, or the id given in the source. */
const named = /\bid:\s*["'`]([^"'`]+)["'`]/g
const hashed = /^(?![a-z]{6}$)[\w+/-]{6}$/

/**
 * Fails the build where a message of the sources is in no catalogue (the app would show six letters), or a message of a
 * catalogue in no source. Files that no screen imports are not seen here; a unit test reads the sources themselves.
 */
export function texts(): Plugin {
  const said = new Map<string, string>()
  const written: Text[] = []
  return {
    name: 'voltfolio:texts',
    apply: 'build',
    transform(code, id) {
      if (/[\\/]locales[\\/]en[\\/]\w+\.po$/.test(id)) written.push(...textsIn(readFileSync(id, 'utf8')))
      // The sitemap's titles are there, only their words are not.
      else if (code.includes('lingui') || id.endsWith('sitemap.ts'))
        for (const [, text = ''] of code.matchAll(named)) said.set(text, id)
      return null
    },
    buildEnd(failure) {
      if (failure) return
      const known = new Set(written.map((it) => it.id))
      const seen = new Set([...this.getModuleIds()].map((it) => resolve(it.split('?')[0] ?? '')))
      const missing = [...said]
        .filter(([text]) => hashed.test(text) && !known.has(text))
        .map(([text, file]) => `${text} of ${file}`)
      const unused = written
        .filter((it) => !said.has(it.id) && it.files.some((file) => seen.has(resolve(file))))
        .map((it) => `"${it.words}" of ${it.files.join(', ')}`)
      if (missing.length + unused.length > 0)
        this.error(
          `Sources and catalogues differ; \`npm run messages\` brings them together.\nIn no catalogue: ${missing.join('; ') || 'none'}\nIn no source: ${unused.join('; ') || 'none'}`,
        )
    },
  }
}

/** The texts of a PO file, with the files that say them. */
function textsIn(po: string): Text[] {
  return po
    .split(/\n\n+/)
    .slice(1)
    .map((block) => {
      const [words, context] = ['msgid', 'msgctxt'].map(
        (name) => JSON.parse(new RegExp(`^${name} (".*")$`, 'm').exec(block)?.[1] ?? '""') as string,
      )
      const id = block.includes('js-lingui-explicit-id')
        ? (words ?? '')
        : createHash('sha256').update(`${words}\u001f${context}`).digest('base64url').slice(0, 6)
      return { id, words: words ?? '', files: [...block.matchAll(/^#: (.*)$/gm)].map(([, file = '']) => file) }
    })
}
