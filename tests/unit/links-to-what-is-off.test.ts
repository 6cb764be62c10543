import { expect, test } from 'vitest'
import { switchable, type Switchable } from '#protocol/words.ts'
import { featureAt } from '#src/entities/switched-off.ts'
import { isTakenAway } from '#src/shell/taken-away.ts'
import { placeAt, sitemap } from '#src/sitemap.ts'
import { declarationsIn, type Declaration } from '#tests/support/declarations.ts'
import { nodesIn, sourceFiles, type Node } from '#tests/support/source-files.ts'

// Restricted mode always takes these (server/features/settings/rules.ts).
const always: readonly Switchable[] = ['mall', 'news']

const declarations = declarationsIn(sourceFiles().filter(({ path }) => /^(src|protocol)\//.test(path)))

// A link to a page that is off leads to a page that only says so. From the screens that stay open while a feature is
// off, this follows what they mention, down to the first component that asks whether the feature is off.
test.each(switchable)('while %s is off, no page leads to its pages without asking', (feature) => {
  const open = sitemap.filter(({ path }) => !isTakenAway(path, [...always, feature]))
  expect(
    linksFrom(
      open.map(({ file }) => `src/${file}#Route`),
      feature,
    ),
  ).toEqual([])
})

test('a link is found wherever a screen shows it, and not beneath a question', () => {
  const home = 'src/features/home/product-list-screen.tsx#Route'
  expect(linksFrom([home], 'mall')).toContain('src/features/home/member-summary.tsx#Running: /pages/index/index')
  expect(linksFrom([home], 'buying')).toContain('protocol/product-link.ts#productRoutes: /subPages/product/detail')
  expect(linksFrom(['src/features/home/mall.tsx#Mall'], 'buying')).toContain(
    'src/features/home/compare-choice.tsx#CompareBar: /subPages/product/compare',
  )
  expect(linksFrom(['src/features/products/no-units.tsx#NoUnits'], 'mall')).toEqual([])
  expect(linksFrom(['src/features/orders/nothing-to-pay.tsx#NothingToPay'], 'mall')).toEqual([])
})

/** The links to pages of a feature that these declarations lead to without asking, as `file#name: path`. */
function linksFrom(starts: readonly string[], feature: Switchable): string[] {
  const met = new Set<Declaration>()
  const visit = (id: string) => {
    const it = declarations.get(id)
    if (!it || met.has(it) || asks(it, feature)) return
    met.add(it)
    unguarded(it).flatMap(it.meantBy).forEach(visit)
  }
  starts.forEach(visit)
  return [...met].flatMap((it) =>
    unguarded(it)
      .flatMap(pathOf)
      .filter((path) => featureAt(path) === feature)
      .map((path) => `${it.id}: ${path}`),
  )
}

/** Whether a component asks for a feature, or for the page that it is given, whichever it is. */
function asks(declaration: Declaration | undefined, feature?: Switchable): boolean {
  const questions = declaration?.nodes.filter((node) => isCallOf(node, ['useIsOff', 'useIsPageOff'])) ?? []
  return questions.some((node) => {
    const of = (node.arguments as { value?: string }[])[0]?.value
    return of === undefined || (feature !== undefined && [of, featureAt(of)].includes(feature))
  })
}

/** What a declaration mentions, but for a screen's own address and what is given to a link that asks. */
function unguarded({ nodes, meantBy }: Declaration): Node[] {
  const excepted = new Set(
    nodes.flatMap((node) => {
      if (isCallOf(node, ['getRouteApi', 'createFileRoute'])) return nodesIn((node.arguments as Node[])[0])
      const isAsking = node.type === 'JSXOpeningElement' && meantBy(node.name as Node).some(isAskingLink)
      return isAsking ? nodesIn(node.attributes) : []
    }),
  )
  return nodes.filter((node) => !excepted.has(node))
}

/** Whether a component, or what it is another name for, asks for the page that it is given. */
function isAskingLink(id: string): boolean {
  const it = declarations.get(id)
  return it !== undefined && [id, ...it.nodes.flatMap(it.meantBy)].some((of) => asks(declarations.get(of)))
}

function pathOf({ type, value }: Node): string[] {
  const [path = ''] = type === 'Literal' && typeof value === 'string' ? value.split('?') : []
  return placeAt(path) === undefined ? [] : [path]
}

function isCallOf(node: Node, names: readonly string[]): boolean {
  return node.type === 'CallExpression' && names.includes((node.callee as { name?: string }).name ?? '')
}
