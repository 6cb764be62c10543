import { fetchBuildFile } from '../../api/build-file.ts'

const use = /<use href="([^"#]+)#([\w-]+)"/g
const texts = new Map<string, Promise<string>>()

/**
 * Puts the drawings that the markup uses into it. Their files have many more: read before the first frame, they hold it
 * up. A drawing that isn't found stays in its file.
 */
export async function withDrawings(markup: string): Promise<string> {
  const addresses = [...new Set([...markup.matchAll(use)].map((it) => it[1] ?? ''))]
  const files = new Map(await Promise.all(addresses.map(async (it) => [it, await textOf(it)] as const)))
  const drawn = new Map<string, string>()
  const own = markup.replaceAll(use, (whole, address: string, name: string) => {
    const id = `kept-${addresses.indexOf(address)}-${name}`
    const drawing = drawn.get(id) ?? drawingOf(files.get(address) ?? '', name)?.replace(`id="${name}"`, `id="${id}"`)
    if (drawing === undefined) return whole
    drawn.set(id, drawing)
    return `<use href="#${id}"`
  })
  return drawn.size === 0 ? own : `${own}<svg hidden>${[...drawn.values()].join('')}</svg>`
}

/** The text of a file of drawings, which the build has; empty where it can't be had. */
function textOf(address: string): Promise<string> {
  const known = texts.get(address)
  if (known) return known
  const text = fetchBuildFile(address)
    .then((answer) => answer.text())
    .catch(() => '')
  texts.set(address, text)
  void text.then((it) => it === '' && texts.delete(address))
  return text
}

/** Our files have a symbol or a path for each drawing, with its id first; none refers to another. */
function drawingOf(file: string, name: string): string | undefined {
  return new RegExp(`<symbol id="${name}".*?</symbol>|<path id="${name}"[^>]*/>`, 's').exec(file)?.[0]
}
