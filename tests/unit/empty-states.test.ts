import { expect, test } from 'vitest'
import { nodesIn, sourceFiles, type Node } from '#tests/support/source-files.ts'

// An empty list shows a picture, a sentence and the next step. Its title alone, or text alone, is none of these.

const screens = sourceFiles().filter(({ path }) => /^src\/(features|entities|shell|ui)\/.*\.tsx$/.test(path))

test('every empty state says more than its title', () => {
  const bare = screens.flatMap(({ path, nodes }) =>
    nodes
      .filter((it) => nameOf(it) === 'EmptyState')
      .filter((it) => !attributeOf(it, 'action') && !hasWords(it))
      .map(() => path),
  )
  expect(bare).toEqual([])
})

test('a list that is empty has a picture', () => {
  const textOnly = screens.flatMap(({ path, nodes }) =>
    nodes
      .filter((it) => nameOf(it) === 'QueryStates')
      .flatMap((it) => nodesIn(attributeOf(it, 'empty')))
      .filter((it) => nameOf(it) !== undefined)
      .slice(0, 1)
      .filter((it) => ['p', 'Card'].includes(nameOf(it) ?? ''))
      .map(() => path),
  )
  expect(textOnly.filter((path) => !small.some((it) => path.endsWith(it)))).toEqual([])
})

/** Parts of a page whose other parts are what one came for. */
const small = [
  'settings/stored-list.tsx',
  'settings/update-screen.tsx',
  'books/operator-recharges.tsx',
  'deposit/deposit-list.tsx',
  'exchange/exchange-form.tsx',
]

test('what is empty leads on, where there is somewhere to go', () => {
  const leading = screens.filter(({ path }) => leadsOn.some((it) => path.endsWith(it)))
  expect(leading).toHaveLength(leadsOn.length)
  const withoutWay = leading.filter(({ nodes }) =>
    nodes.some((it) => nameOf(it) === 'EmptyState' && attributeOf(it, 'action') === undefined),
  )
  expect(withoutWay.map(({ path }) => path)).toEqual([])
})

const leadsOn = [
  'games/boxes.tsx',
  'home/no-offers.tsx',
  'locations/machine-list.tsx',
  'rewards/coupon-list-screen.tsx',
  'top-up/last-top-ups.tsx',
  'top-up/top-up-form.tsx',
]

/** The name of a JSX element. */
function nameOf(node: Node): string | undefined {
  if (node.type !== 'JSXElement') return undefined
  return ((node.openingElement as Node).name as { name?: string }).name
}

function attributeOf(element: Node, name: string): unknown {
  const attributes = (element.openingElement as { attributes: Node[] }).attributes
  return attributes.find((it) => (it.name as { name?: string } | undefined)?.name === name)?.value
}

function hasWords({ children }: Node): boolean {
  return (children as Node[]).some((it) => it.type !== 'JSXText' || String(it.value).trim() !== '')
}
