import { StatementError } from './statement.ts'

/** An element with its attributes, its elements in order, and its own text. Names are without their prefix. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}

const token =
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const deepest = 40

/**
 * Reads the XML that banks write: elements, attributes and text. Document types and entities of their own, by which a
 * file could reach for others or grow without bound, are refused. Throws StatementError.
 */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new StatementError(`not readable as XML at character ${at}`)
    const [, closes, opens, attributes = '', isEmpty, words] = found
    const current = open.at(-1) ?? root
    if (words !== undefined) current.text += decoded(words)
    else if (closes !== undefined) {
      if (open.length === 1 || current.name !== local(closes)) throw new StatementError(`</${closes}> closes nothing`)
      open.pop()
    } else if (opens !== undefined) {
      const element = { name: local(opens), attributes: attributesOf(attributes), children: [], text: '' }
      current.children.push(element)
      if (isEmpty === '') open.push(element)
      if (open.length > deepest) throw new StatementError('nested too deeply')
    }
  }
  const [only, ...more] = root.children
  if (open.length > 1 || !only || more.length > 0 || root.text.trim() !== '')
    throw new StatementError('not one whole XML document')
  return only
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
      local(name),
      decoded(double ?? single ?? ''),
    ]),
  )
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decoded(text: string): string {
  return text.replaceAll(/&([^;\s]{0,12});?/g, (whole, name: string) => {
    const known = entities[name]
    if (known === undefined || !whole.endsWith(';')) throw new StatementError(`${whole} is not allowed`)
    return known
  })
}
