import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import type { CallPath } from '#protocol/calls.ts'

/** Where a handler stands: its file from the project's root, and the line of its `handle(`. */
export interface Location {
  file: string
  line: number
}

type Node = { type: string; start: number } & Record<string, unknown>

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Finds the handler of each call by reading the sources of `server/features`: `handle(noticeList, …)` handles the call
 * that the file imports from `protocol/` under that name. Throws where the first argument is no such import.
 */
export async function handlerLocations(): Promise<Partial<Record<CallPath, Location>>> {
  const files = globSync(`${root}server/features/**/*.ts`).toSorted()
  const found = await Promise.all(files.map((file) => locationsIn(file)))
  return Object.fromEntries(found.flat())
}

async function locationsIn(path: string): Promise<[path: string, Location][]> {
  const file = relative(root, path)
  const text = readFileSync(path, 'utf8')
  const nodes = nodesIn(parseAst(text, { lang: 'ts' }, path))
  const calls = nodes.filter((it) => it.type === 'CallExpression' && nameOf(it['callee']) === 'handle')
  return await Promise.all(
    calls.map(async (it): Promise<[string, Location]> => {
      const line = text.slice(0, it.start).split('\n').length
      const name = nameOf((it['arguments'] as unknown[])[0])
      const declared = name === undefined ? undefined : await declaredAs(name, nodes)
      if (declared === undefined)
        throw new Error(`${file}:${line} handles something that is not imported from protocol/`)
      return [declared, { file, line }]
    }),
  )
}

/** The path of the call that a file imports under a name. */
async function declaredAs(local: string, nodes: readonly Node[]): Promise<string | undefined> {
  for (const { source, specifiers } of nodes.filter((it) => it.type === 'ImportDeclaration')) {
    const found = (specifiers as Node[]).find((it) => nameOf(it['local']) === local)
    const from = (source as { value: string }).value
    if (!found || !from.startsWith('#protocol/')) continue
    const exported = ((await import(from)) as Record<string, { path?: string }>)[nameOf(found['imported']) ?? local]
    return exported?.path
  }
  return undefined
}

function nameOf(node: unknown): string | undefined {
  return typeof node === 'object' && node !== null && 'name' in node ? String(node.name) : undefined
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(nodesIn)
  return 'type' in value && typeof value.type === 'string' ? [value as Node, ...inner] : inner
}
