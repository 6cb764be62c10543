import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { homePath, isRoute, loginPath, mallPath, placeAt, sitemap } from '#src/sitemap.ts'
import specified from '#tests/support/spec/routes.json' with { type: 'json' }

test('has every route of the specification with its access, tab and alias, and no other but ours', () => {
  const wanted = specified.map(({ path, access, tab, alias }) => ({ path, access, tab, alias }))
  const places = sitemap
    .filter((place) => !place.ours)
    .map(({ path, access, tab, alias }) => ({ path, access, tab, alias }))
  expect(places).toEqual(wanted)
  expect(sitemap.filter((place) => place.ours).map((place) => place.path)).toEqual([
    '/pages/my/queue',
    '/pages/my/offline',
    '/subPages/product/compare',
    '/pages/my/books',
    '/pages/my/operators',
    '/pages/my/help',
    '/pages/my/security',
    '/subPages/box/check',
  ])
})

test('has the four tabs in their order', () => {
  expect(sitemap.filter((place) => place.tab).map((place) => place.tab)).toEqual(['home', 'mall', 'news', 'my'])
})

test('gives each place a path and a title id of its own', () => {
  for (const values of [sitemap.map((it) => it.path), sitemap.map((it) => it.title.id)]) {
    expect(new Set<string>(values).size).toBe(sitemap.length)
  }
})

test('has a file of its own for each screen', () => {
  expect(new Set(sitemap.map((it) => it.file)).size).toBe(sitemap.length)
})

test.each(sitemap.map((place) => [place.path, place]))(
  '%s is drawn by a file that names the same path',
  (path, place) => {
    const file = join(root, 'src', place.file)
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(`createFileRoute('${path}')`)
  },
)

test('has every page that the server leads to', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter((it) =>
    it.endsWith('.ts'),
  )
  const routes = files.flatMap((file) => {
    const text = readFileSync(join(root, 'server', file), 'utf8')
    return [...text.matchAll(/['"`](\/(?:pages|subPages)\/\w[^'"`$]*)/g)].map(([, route = '']) => route)
  })
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((it) => !isRoute(it))).toEqual([])
})

test('knows the places that the rules name', () => {
  expect(placeAt(homePath)).toMatchObject({ tab: 'home', alias: '/' })
  expect(placeAt(mallPath)).toMatchObject({ tab: 'mall' })
  expect(placeAt(loginPath)).toMatchObject({ access: 'visitor' })
  expect(placeAt('/pages/nowhere')).toBeUndefined()
})
