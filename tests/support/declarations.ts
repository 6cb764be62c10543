import { join } from 'node:path'
import { root } from '#server/install.mjs'
import { nodesIn, targetOf, type Node, type SourceFile } from '#tests/support/source-files.ts'

/** A declaration at a file's top level. */
export interface Declaration {
  /** `src/features/home/mall.tsx#Mall` */
  id: string
  nodes: readonly Node[]
  /** The declarations that a name in it may stand for: of its own file, an imported one, or one that it loads later. */
  meantBy: (node: Node) => readonly string[]
}

/** Every declaration of the files, by its id. */
export function declarationsIn(files: readonly SourceFile[]): ReadonlyMap<string, Declaration> {
  return new Map(files.flatMap(declarationsOf).map((it) => [it.id, it]))
}

function declarationsOf({ path, nodes }: SourceFile): Declaration[] {
  const own = ((nodes[0]?.body ?? []) as Node[]).flatMap((statement) =>
    namesDeclaredBy(statement).map((name) => ({ name, statement })),
  )
  const ids = new Map([
    ...nodes.flatMap((node) => importedBy(node, path)),
    ...own.map(({ name }) => [name, `${path}#${name}`] as const),
  ])
  return own.map(({ name, statement }) => {
    const inner = nodesIn(statement)
    const later = inner.flatMap((it) => (it.type === 'ImportExpression' ? (targetIn(it, path) ?? []) : []))
    const meantBy = (node: Node) =>
      /^(JSX)?Identifier$/.test(node.type)
        ? [ids.get(nameOf(node)) ?? [], later.map((file) => `${file}#${nameOf(node)}`)].flat()
        : []
    return { id: `${path}#${name}`, nodes: inner, meantBy }
  })
}

function namesDeclaredBy(statement: Node): string[] {
  const it = (statement.type === 'ExportNamedDeclaration' && (statement.declaration as Node | null)) || statement
  if (it.type === 'FunctionDeclaration') return [nameOf(it.id)]
  return it.type === 'VariableDeclaration' ? (it.declarations as Node[]).map(({ id }) => nameOf(id)) : []
}

function importedBy(node: Node, path: string): (readonly [string, string])[] {
  const target = node.type === 'ImportDeclaration' && targetIn(node, path)
  if (!target) return []
  return (node.specifiers as Node[]).map(({ local, imported }) => [nameOf(local), `${target}#${nameOf(imported)}`])
}

function targetIn(node: Node, path: string): string | undefined {
  return targetOf(node, join(root, path))
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | undefined)?.name ?? ''
}
