import { basename } from 'node:path'
import { parseSync, traverse } from '@babel/core'
import type { Plugin, Rolldown } from 'vite'

/** The global object with the exports of the first file, for the other files. */
const exportsName = 'voltfolioFirst'
/** The global list with the exports of each file that became a part of the first one. */
const partsName = 'voltfolioParts'
/** The address of the first file, in the first file. */
const addressName = '$address'
/** A part of the names of all files; to be changed with what is written below. */
const form = 'classic 1'

type Chunk = Rolldown.OutputChunk
type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
/** The expression that has the exports of a file, by the file's name. */
type Objects = ReadonlyMap<string, string>

/** A part of a text and what takes its place. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Makes the first file a classic script, which Chromium keeps compiled: it parses a module anew at every start
 * (docs/decisions/0096-the-first-file-is-a-classic-script.md). The files that it imports become a part of it. All other
 * files stay modules and read its exports from a global object, once: an export that gets another value later fails the
 * build.
 */
export function classicFirst(): Plugin {
  return {
    name: 'voltfolio:classic-first',
    apply: 'build',
    augmentChunkHash: () => form,
    generateBundle: {
      // Before Vite lists the files that each `import()` needs.
      order: 'pre',
      handler(_, bundle) {
        const statements = (chunk: Chunk) => this.parse(chunk.code).body
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
        const entry = chunks.find((it) => it.isEntry)
        if (!entry) return this.error('the build has no first file')
        const inside = chunks.filter((it) => entry.imports.includes(it.fileName))
        const objects = new Map(inside.map((it, index) => [it.fileName, `${partsName}[${index}]`]))
        const parts = inside.map((it) => `(()=>{${edited(it.code, changes(statements(it), new Map()))}})()`)
        const first = edited(entry.code, [...changes(statements(entry), objects), ...addresses(entry)])
        entry.code = classic(first, parts)

        objects.set(entry.fileName, exportsName)
        for (const chunk of chunks) {
          if (chunk !== entry) chunk.code = edited(chunk.code, imports(statements(chunk), objects))
          chunk.imports = chunk.imports.filter((it) => !objects.has(it))
        }
        for (const it of inside) delete bundle[it.fileName]
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<script type="module" crossorigin (src="[^"]*\/first-[^"]*")>/, '<script defer $1>'),
    },
  }
}

/**
 * The script runs after the first frame, which has the last screen or the logo, and after the second, which has the
 * drawings of the last screen (src/ui/app.css): being compiled already, it would run before. A hidden page has no
 * frames, and a tab that is left at once has none until later.
 */
function classic(first: string, parts: readonly string[]): string {
  const run = `()=>{run=()=>{};globalThis.${partsName}=[${parts.join()}];globalThis.${exportsName}=(()=>{${first}})()}`
  const start =
    'document.hidden?run():requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>run()))),setTimeout(()=>run(),1000)'
  return `(()=>{"use strict";const ${addressName}=document.currentScript.src;let run=${run};${start}})();\n`
}

/** Imports become reads of the objects, and the exports are returned. Throws where anything else is imported. */
function changes(statements: readonly Statement[], objects: Objects): Edit[] {
  const read = imports(statements, objects)
  const other = statements.find(
    (it) => it.type === 'ImportDeclaration' && !read.some(({ start }) => start === it.start),
  )
  if (other) throw new Error('a file that the first one imports has imports of its own')
  return [
    ...read,
    ...statements.flatMap((it) => {
      if (it.type !== 'ExportNamedDeclaration') return []
      const pairs = it.specifiers.map(({ local, exported }) => `${nameOf(exported)}:${nameOf(local)}`)
      return [{ start: it.start, end: it.end, text: `return{${pairs.join()}}` }]
    }),
  ]
}

/** Imports of files that have an object. */
function imports(statements: readonly Statement[], objects: Objects): Edit[] {
  const named = new Map([...objects].map(([file, object]) => [`./${basename(file)}`, object]))
  return statements.flatMap((it) => {
    const object = it.type === 'ImportDeclaration' ? named.get(it.source.value) : undefined
    if (it.type !== 'ImportDeclaration' || object === undefined) return []
    const pairs = it.specifiers.map((one) => {
      if (one.type !== 'ImportSpecifier') throw new Error(`all of ${it.source.value} is imported as one`)
      return `${nameOf(one.imported)}:${one.local.name}`
    })
    return [{ start: it.start, end: it.end, text: pairs.length > 0 ? `const{${pairs.join()}}=${object};` : '' }]
  })
}

/** A name in an import or an export, which may be any text in quotes. */
function nameOf(it: { type: 'Identifier'; name: string } | { type: 'Literal'; value: string }): string {
  return it.type === 'Literal' ? JSON.stringify(it.value) : it.name
}

/** `import.meta`, which a classic script doesn't have. Throws where an export may change after the file has run. */
function addresses({ code }: Chunk): Edit[] {
  const found: Edit[] = []
  traverse(parseSync(code, { sourceType: 'module', configFile: false, babelrc: false, compact: false })!, {
    MetaProperty({ parent, node }) {
      const isAddress = parent.type === 'MemberExpression' && code.slice(node.end!, parent.end!) === '.url'
      const { start, end } = isAddress ? parent : node
      found.push({ start: start!, end: end!, text: isAddress ? addressName : '{}' })
    },
    ExportSpecifier({ node: { local }, scope }) {
      if (local.type !== 'Identifier') return
      const changed = scope.getBinding(local.name)?.constantViolations.find((it) => it.getFunctionParent())
      if (changed) throw new Error(`an export of the first file changes: ${changed.toString()}`)
    },
  })
  return found
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code)
}
