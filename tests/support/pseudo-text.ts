import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#server/install.mjs'

type Compiled = string | (string | [string, string?, Record<string, unknown>?])[]

const dist = join(root, 'dist')
const from = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const to = Array.from('ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ')

/** A part of the built app's English text as a module of accented look-alike letters, a third longer. */
export async function pseudoText(part: string): Promise<string> {
  const file =
    new RegExp(`assets/text-en-${part}-[^"]+\\.js`).exec(readFileSync(join(dist, 'sw.js'), 'utf8'))?.[0] ??
    `there is no text of ${part}`
  // The file holds one catalogue, or one per area.
  const all = (await import(pathToFileURL(join(dist, file)).href)) as Record<string, Record<string, Compiled>>
  return Object.entries(all)
    .map(
      ([name, messages]) =>
        `export const ${name}=${JSON.stringify(Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, alike(text)])))}`,
    )
    .join('\n')
}

function alike(text: unknown): unknown {
  if (typeof text === 'string') return lengthened(text)
  if (!Array.isArray(text)) return text
  return text.map((piece: unknown) => {
    if (typeof piece === 'string') return lengthened(piece)
    const [name, kind, forms] = piece as [string, string?, Record<string, unknown>?]
    return kind && forms && kind !== 'number' && kind !== 'date'
      ? [name, kind, Object.fromEntries(Object.entries(forms).map(([form, it]) => [form, alike(it)]))]
      : piece
  })
}

/** Accents and lengthens every word by a third; tags stay as they are. */
function lengthened(text: string): string {
  return text.replaceAll(/<[^>]*>|[A-Za-z]+/g, (word) => {
    if (word.startsWith('<')) return word
    const letters = word.split('').map((it) => to[from.indexOf(it)] ?? it)
    return [...letters, ...letters.slice(0, Math.round(letters.length / 3))].join('')
  })
}
