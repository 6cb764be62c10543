import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'vite'
import { filesIn } from '#server/sources.mjs'
import { root } from '#server/install.mjs'

export type Node = { type: string } & Record<string, unknown>

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  /** Files of ours that it imports; `isType` where the import leaves nothing behind, `isLazy` where it is awaited. */
  imports: { path: string; isType: boolean; isLazy: boolean }[]
  nodes: Node[]
}

const runtimes = ['protocol', 'src', 'sw', 'server', 'build']

/** Every source file of the runtimes, parsed; generated files are left out. */
export function sourceFiles(): SourceFile[] {
  return runtimes
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(d|gen)\.ts$/.test(file))
    .map(parsed)
}

function parsed(file: string): SourceFile {
  const tree = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
  const nodes = nodesIn(tree)
  const imports = nodes.flatMap((node) => {
    const target = targetOf(node, file)
    return target === undefined
      ? []
      : [{ path: target, isType: isType(node), isLazy: node.type === 'ImportExpression' }]
  })
  return { path: fromRoot(file), imports, nodes }
}

/** All nodes of a part of a tree, outer ones first. */
export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(nodesIn)
  return 'type' in value && typeof value.type === 'string' ? [value as Node, ...inner] : inner
}

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

/** The file of ours that an import names, from the project's root; `file` is the absolute path of the importing one. */
export function targetOf(node: Node, file: string): string | undefined {
  if (!importing.has(node.type)) return undefined
  const source = node.source as { value?: unknown } | null | undefined
  const name = typeof source?.value === 'string' ? source.value : undefined
  if (name === undefined) return undefined
  if (name.startsWith('.')) return fromRoot(join(dirname(file), name))
  return name.startsWith('#') ? name.slice(1) : undefined
}

function isType(node: Node): boolean {
  const isOnlyTypes = (names: unknown) =>
    Array.isArray(names) &&
    names.length > 0 &&
    names.every(
      (it: { importKind?: string; exportKind?: string }) => it.importKind === 'type' || it.exportKind === 'type',
    )
  return node.importKind === 'type' || node.exportKind === 'type' || isOnlyTypes(node.specifiers)
}

function fromRoot(file: string): string {
  return relative(root, file).replaceAll('\\', '/').replace(/\?.*$/, '')
}
