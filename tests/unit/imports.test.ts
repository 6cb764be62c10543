import { describe, expect, test } from 'vitest'
import { sourceFiles, type SourceFile } from '#tests/support/source-files.ts'

/**
 * Which folder may import which others; each may import itself. `features` and `server/features` never mean a
 * neighbouring area.
 */
const arrows: Record<string, readonly string[]> = {
  protocol: [],
  'src/lib': [],
  'src/api': ['protocol', 'src/lib'],
  'src/cache': ['protocol', 'src/lib', 'src/api'],
  'src/ui': ['protocol', 'src/lib'],
  'src/outbox': ['protocol', 'src/lib', 'src/api', 'src/cache'],
  'src/entities': ['protocol', 'src/lib', 'src/cache', 'src/ui'],
  'src/features': ['protocol', 'src/lib', 'src/api', 'src/cache', 'src/ui', 'src/entities', 'src/outbox'],
  'src/sitemap': [],
  'src/shell': [
    'protocol',
    'src/lib',
    'src/api',
    'src/cache',
    'src/ui',
    'src/entities',
    'src/outbox',
    'src/features',
    'src/sitemap',
    'src/route-tree',
    'locales',
  ],
  'src/main': ['src/shell', 'src/cache', 'src/ui', 'src/lib'],
  'src/preload': ['src/shell'],
  'sw/file-names': [],
  sw: ['protocol', 'sw/file-names', 'src/lib', 'src/api', 'src/cache', 'src/outbox', 'src/sitemap'],
  build: ['protocol', 'src/sitemap', 'server/start', 'sw/file-names'],
  'server/base': ['protocol'],
  'server/db': ['protocol', 'server/base'],
  'server/ledger': ['protocol', 'server/base', 'server/db'],
  'server/http': ['protocol', 'server/base', 'server/db'],
  'server/notices': ['protocol', 'server/base', 'server/db', 'server/http'],
  'server/jobs': ['protocol', 'server/base', 'server/db', 'server/ledger', 'server/notices'],
  'server/features': [
    'protocol',
    'server/base',
    'server/db',
    'server/ledger',
    'server/http',
    'server/jobs',
    'server/notices',
    'server/rules',
  ],
  'server/ocpp': [
    'protocol',
    'server/base',
    'server/db',
    'server/ledger',
    'server/http',
    'server/jobs',
    'server/features',
  ],
  'server/top': [
    'protocol',
    'server/base',
    'server/db',
    'server/ledger',
    'server/http',
    'server/notices',
    'server/features',
    'server/jobs',
    'server/ocpp',
    'server/top',
  ],
  'server/start': [],
}

const files = sourceFiles()

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(300)
})

test('every file belongs to a folder of the table', () => {
  expect(files.map((file) => file.path).filter((path) => !(folderOf(path) in arrows))).toEqual([])
})

test('no file imports against the arrows', () => {
  expect(files.flatMap(forbiddenImports)).toEqual([])
})

test('no feature imports its neighbour', () => {
  const neighbours = files
    .flatMap((file) => file.imports.map((it) => [file.path, it.path] as const))
    .filter(
      ([from, to]) =>
        areaOf(from) !== undefined &&
        areaOf(to) !== undefined &&
        sideOf(from) === sideOf(to) &&
        areaOf(from) !== areaOf(to),
    )
    .filter(([, to]) => !(to.startsWith('server/') && to.endsWith('/rules.ts')))
  expect(neighbours).toEqual([])
})

test('no imports form a cycle', () => {
  expect(
    cycles(new Map(files.map((file) => [file.path, file.imports.filter((it) => !it.isType).map((it) => it.path)]))),
  ).toEqual([])
})

test('no file only passes on what others export', () => {
  const isBarrel = (file: SourceFile) => {
    const body = (file.nodes[0]?.body ?? []) as { type: string; source?: unknown }[]
    return (
      body.length > 0 &&
      body.every((it) => it.type === 'ExportAllDeclaration' || (it.type === 'ExportNamedDeclaration' && it.source))
    )
  }
  expect(files.filter(isBarrel).map((file) => file.path)).toEqual([])
})

// Every lazy file imports the first one: an `await` at its top level would hold up all of them, and wait for some for
// ever.
test('no file of the app awaits at its top level', () => {
  const app = files.filter((file) => file.path.startsWith('src/'))
  expect(app.filter((file) => awaitsIn(file.nodes[0]?.body)).map((file) => file.path)).toEqual([])
  expect(awaitsIn([{ type: 'ExpressionStatement', expression: { type: 'AwaitExpression' } }])).toBe(true)
  expect(awaitsIn([{ type: 'FunctionDeclaration', body: { type: 'AwaitExpression' } }])).toBe(false)
})

// The library compiles every schema of OCPP when it is loaded: 0.3 s and 40 MB, of which most servers need nothing.
test('a start of the server does not load the OCPP library', () => {
  const needsIt = (path: string) =>
    files.some((file) => file.path === path && file.nodes.some((it) => isImportOf(it, 'ocpp-rpc')))
  expect([...loadedWith('server/main.ts')].filter(needsIt)).toEqual([])
  expect([...loadedWith('server/ocpp/central-system.ts')].filter(needsIt)).not.toEqual([])
})

// Reads go through the cache and writes through the outbox. Before there is a member, only signing in calls the API.
const mayCall = (path: string) =>
  ['src/api', 'src/cache', 'src/outbox'].includes(folderOf(path)) || path.startsWith('src/features/auth/')
const callNames = ['callApi', 'callEncrypted']

test('only reads, the outbox and signing in call the API', () => {
  const callers = files.filter((file) => file.nodes.some((node) => importsOneOf(node, callNames)))
  expect(callers.length).toBeGreaterThan(3)
  expect(callers.map((file) => file.path).filter((path) => /^(src|sw)\//.test(path) && !mayCall(path))).toEqual([])
})

// The worker passes requests for files on to the network; it calls the API through src/api like every other folder.
const mayFetch = (path: string) => folderOf(path) === 'src/api' || path === 'sw/sw.ts'

test('only src/api fetches', () => {
  const fetches = (file: SourceFile) =>
    file.nodes.some((node) => node.type === 'CallExpression' && isName(node.callee, 'fetch'))
  const clients = files.filter((file) => /^(src|sw)\//.test(file.path))
  expect(
    clients
      .filter(fetches)
      .map((file) => file.path)
      .filter((path) => !mayFetch(path)),
  ).toEqual([])
})

// Primitives, languages, errors and lists of words say nothing of any one area.
const knowsNoProduct = ['primitives', 'languages', 'words', 'errors'].map((it) => `protocol/${it}.ts`)

test('src/ui knows no product', () => {
  const imports = files
    .filter((file) => file.path.startsWith('src/ui/'))
    .flatMap((file) => file.imports.map((it) => [file.path, it.path] as const))
  expect(imports.filter(([, to]) => to.startsWith('protocol/') && !knowsNoProduct.includes(to))).toEqual([])
})

test('only the clocks read the time', () => {
  const clocks = ['src/lib/clock.ts', 'server/clock.ts']
  const reads = (file: SourceFile) =>
    file.nodes.some(
      (node) =>
        (node.type === 'MemberExpression' && isName(node.object, 'Date') && isName(node.property, 'now')) ||
        (node.type === 'NewExpression' && isName(node.callee, 'Date') && (node.arguments as unknown[]).length === 0),
    )
  expect(files.filter(reads).map((file) => file.path)).toEqual(expect.arrayContaining(clocks))
  expect(
    files
      .filter(reads)
      .map((file) => file.path)
      .filter((path) => !clocks.includes(path)),
  ).toEqual([])
})

describe('this test itself', () => {
  test('finds a cycle', () => {
    expect(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
          ['d', ['a']],
        ]),
      ),
    ).toEqual([['a', 'b', 'c', 'a']])
  })

  test('finds an import against the arrows', () => {
    const file: SourceFile = {
      path: 'src/lib/money.ts',
      imports: [{ path: 'src/api/api.ts', isType: false, isLazy: false }],
      nodes: [],
    }
    expect(forbiddenImports(file)).toEqual(['src/lib/money.ts -> src/api/api.ts'])
  })
})

/** The files that a file loads before its first statement, itself among them. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded
  loaded.add(path)
  const imports = files.find((file) => file.path === path)?.imports ?? []
  for (const it of imports) if (!it.isType && !it.isLazy) loadedWith(it.path, loaded)
  return loaded
}

function isImportOf(node: SourceFile['nodes'][number], name: string): boolean {
  return node.type === 'ImportDeclaration' && (node.source as { value?: unknown }).value === name
}

function forbiddenImports(file: SourceFile): string[] {
  const from = folderOf(file.path)
  return file.imports
    .filter(
      ({ path }) =>
        folderOf(path) !== from &&
        !arrows[from]?.includes(folderOf(path)) &&
        !(arrows[from]?.includes('server/rules') && path.endsWith('/rules.ts')),
    )
    .map(({ path }) => `${file.path} -> ${path}`)
}

function folderOf(path: string): string {
  const [first = '', second = '', third] = path.split('/')
  if (first === 'src') return third === undefined ? `src/${second.replace(/(\.gen)?\.tsx?$/, '')}` : `src/${second}`
  if (path === 'sw/file-names.ts') return 'sw/file-names'
  if (first !== 'server') return first === 'vite.config.ts' ? 'build' : first
  if (third !== undefined)
    return second === 'cli' || path === 'server/features/served.ts' ? 'server/top' : `server/${second}`
  if (second.endsWith('.mjs')) return 'server/start'
  return [
    'base58.ts',
    'clock.ts',
    'config.ts',
    'database-address.ts',
    'distance.ts',
    'each-by-itself.ts',
    'log.ts',
    'metrics.ts',
    'outside-url.ts',
    'private-address.ts',
    'plural.ts',
    'picture-address.ts',
    'redrawn-picture.ts',
    'sender.ts',
    'sms-gateway.ts',
    'start-error.ts',
    'start-refusal.ts',
    'starting.ts',
    'stopping.ts',
    'tron-address.ts',
    'tron-config.ts',
    'wall-hours.ts',
    'written-instant.ts',
  ].includes(second)
    ? 'server/base'
    : 'server/top'
}

function areaOf(path: string): string | undefined {
  return /^(?:src|server)\/features\/([^/]+)\//.exec(path)?.[1]
}

function sideOf(path: string): string {
  return path.slice(0, path.indexOf('/'))
}

function importsOneOf(node: SourceFile['nodes'][number], names: readonly string[]): boolean {
  return node.type === 'ImportSpecifier' && names.some((name) => isName(node.imported, name))
}

function isName(node: unknown, name: string): boolean {
  return typeof node === 'object' && node !== null && 'name' in node && node.name === name
}

/** Whether running these statements awaits something; the bodies of functions aren't run. */
function awaitsIn(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(awaitsIn)
  if (typeof part !== 'object' || part === null) return false
  const { type } = part as { type?: unknown }
  if (typeof type === 'string' && /Function|Method/.test(type)) return false
  return (
    type === 'AwaitExpression' ||
    (type === 'ForOfStatement' && (part as { await?: boolean }).await === true) ||
    Object.values(part).some(awaitsIn)
  )
}

function cycles(graph: Map<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}
