import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '#server/install.mjs'

/** A folder served like `dist`, whose build can be replaced by the next one while the server runs. */
export interface Builds {
  readonly dir: string
  /** Of the build that is served now. */
  readonly id: string
  /**
   * Puts the next build in the place of this one: another build id, other names. Files that `without` matches are
   * forgotten, in archives too, until the build after.
   */
  next(without?: RegExp): void
  /** Puts back the build that was there first, as who rolls a deploy back would. */
  back(): void
  dispose(): void
}

/** Copies the build, so that tests may deploy. */
export function copyOfBuild(): Builds {
  const home = mkdtempSync(join(tmpdir(), 'voltfolio-builds-'))
  const dir = join(home, 'dist')
  cpSync(join(root, 'dist'), dir, { recursive: true })
  cpSync(dir, join(home, 'first'), { recursive: true })
  const first = readFileSync(join(dir, 'build-id'), 'utf8').trim()
  let id = first
  let count = 0
  const forgotten = new Map<string, string>()

  return {
    dir,
    get id() {
      return id
    },
    next(without) {
      for (const [name, text] of forgotten) writeFileSync(join(dir, name), text)
      forgotten.clear()
      const names = filesOf(dir)
      for (const name of names.filter((it) => it.endsWith('.br'))) rmSync(join(dir, name))
      const next = `${id.slice(0, -2)}n${++count}`
      const renamed = new Map([[id, next]])
      // All of them: a file under its old name must be what it was, and each of these names another.
      for (const name of names.filter((it) => /^assets\/.*\.(js|txt)$/.test(it))) {
        const to = name.replace(/\.\w+$/, `n${count}$&`)
        renamed.set(name.slice('assets/'.length), to.slice('assets/'.length))
        renameSync(join(dir, name), join(dir, to))
      }
      for (const name of filesOf(dir).filter((it) => /\.(js|txt|html|json)$|build-id$/.test(it))) {
        let text = readFileSync(join(dir, name), 'utf8')
        for (const [from, to] of renamed) text = text.replaceAll(from, to)
        writeFileSync(join(dir, name), text)
      }
      for (const name of filesOf(dir).filter((it) => without?.test(it))) {
        forgotten.set(name, readFileSync(join(dir, name), 'utf8'))
        rmSync(join(dir, name))
      }
      for (const name of filesOf(dir).filter((it) => without && isArchive(it))) {
        const text = readFileSync(join(dir, name), 'utf8')
        forgotten.set(name, text)
        const lines = text
          .split('\n')
          .filter((line) => line === '' || !without?.test((JSON.parse(line) as [string])[0]))
        writeFileSync(join(dir, name), lines.join('\n'))
      }
      id = next
    },
    back() {
      rmSync(dir, { recursive: true, force: true })
      cpSync(join(home, 'first'), dir, { recursive: true })
      forgotten.clear()
      id = first
    },
    dispose: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Has the content of many files, a line for each (build/archives.ts). */
const isArchive = (name: string) => /^assets\/archive-.*\.txt$/.test(name)

function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => relative(dir, join(it.parentPath, it.name)))
}
