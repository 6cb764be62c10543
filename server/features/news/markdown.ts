import type { Blockquote, List, Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Block, Span } from '#protocol/news.ts'
import { slugPattern } from '#protocol/words.ts'
import { linkTarget } from './link-target.ts'

/** What is wrong with a text, and in which line of it. */
export class MarkdownError extends Error {
  constructor(problem: string, at: Nodes) {
    super(at.position ? `line ${at.position.start.line}: ${problem}` : problem)
  }
}

/**
 * Turns Markdown into typed blocks. Takes headings, paragraphs, lists (nested once), emphasis, links, quotes, tables,
 * rules and drawings of ours (`![words](art:sedan)`). Throws a MarkdownError for everything else: HTML, pictures from
 * elsewhere, links that lead neither into the app nor to a known kind of address.
 */
export function blocksOf(markdown: string): Block[] {
  return treeOf(markdown).children.map(blockOf)
}

export function treeOf(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
}

function blockOf(node: RootContent): Block {
  switch (node.type) {
    case 'heading':
      return { kind: 'heading', level: node.depth <= 2 ? 2 : 3, spans: spansOf(node.children) }
    case 'paragraph':
      return pictureIn(node.children) ?? { kind: 'paragraph', spans: spansOf(node.children) }
    case 'list':
      return listOf(node)
    case 'blockquote':
      return { kind: 'quote', paragraphs: quoted(node) }
    case 'table':
      return tableOf(node)
    case 'thematicBreak':
      return { kind: 'rule' }
    default:
      throw notTaken(node)
  }
}

function listOf(list: List): Block {
  return {
    kind: 'list',
    isOrdered: list.ordered === true,
    items: list.children.map(({ children: [first, ...rest] }) => ({
      spans: first === undefined ? [] : paragraphOf(first),
      items: rest.flatMap((it) => {
        if (it.type !== 'list') throw new MarkdownError('an entry of a list holds one paragraph and one list', it)
        return it.children.map((below) => {
          const [own, ...more] = below.children
          if (more[0]) throw new MarkdownError('lists are nested once at most', more[0])
          return own === undefined ? [] : paragraphOf(own)
        })
      }),
    })),
  }
}

function quoted({ children }: Blockquote): Span[][] {
  return children.map((it) => paragraphOf(it))
}

function tableOf({ children: [head, ...rows] }: Table): Block {
  const cellsOf = (row: Table['children'][number] | undefined) => row?.children.map((it) => spansOf(it.children)) ?? []
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function paragraphOf(node: RootContent): Span[] {
  if (node.type !== 'paragraph') throw new MarkdownError('only text is taken here', node)
  return spansOf(node.children)
}

interface Marks {
  isStrong?: boolean
  isEmphasised?: boolean
}

function spansOf(nodes: readonly PhrasingContent[], marks: Marks = {}): Span[] {
  return nodes.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
      case 'inlineCode':
        return [{ kind: 'text', text: node.value, ...marks }]
      case 'break':
        return [{ kind: 'text', text: '\n', ...marks }]
      case 'strong':
        return spansOf(node.children, { ...marks, isStrong: true })
      case 'emphasis':
        return spansOf(node.children, { ...marks, isEmphasised: true })
      case 'link': {
        const target = linkTarget(node.url)
        if (target === null) throw new MarkdownError(`this link leads nowhere that is allowed: ${node.url}`, node)
        return [{ kind: 'link', spans: spansOf(node.children, marks).filter((it) => it.kind === 'text'), target }]
      }
      default:
        throw notTaken(node)
    }
  })
}

/** A paragraph of nothing but a drawing of ours. */
function pictureIn([only, ...rest]: readonly PhrasingContent[]): Block | null {
  if (only?.type !== 'image' || rest.length > 0) return null
  const art = /^art:(.+)$/.exec(only.url)?.[1]
  if (art === undefined || !slugPattern.test(art))
    throw new MarkdownError('pictures are drawings of ours: art:NAME', only)
  return { kind: 'picture', art, alt: only.alt ?? '' }
}

function notTaken(node: Nodes): MarkdownError {
  return new MarkdownError(`${names[node.type] ?? node.type} is not taken`, node)
}

const names: Partial<Record<Nodes['type'], string>> = {
  html: 'HTML',
  image: 'a picture within a line',
  code: 'a block of code',
  linkReference: 'a link by reference',
  imageReference: 'a picture by reference',
  definition: 'a definition of a link',
}
