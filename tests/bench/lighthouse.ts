import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from '#server/install.mjs'
import { startServer } from '#tests/support/server-process.ts'
import { quantile, type Figure } from './figure.ts'

// Lighthouse with its dependencies is 176 MB, which neither running nor testing needs: it is installed on first use.
const version = '13.5.0'
const folder = join(root, '.tmp', `lighthouse-${version}`)
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const rounds = Number(process.env['ROUNDS'] ?? 3)

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null }>
}

/**
 * Lighthouse's scores of the landing routes on its throttled phone: the median of performance, the worst of the other
 * categories, and the audits that cost points.
 */
export async function lighthouse(): Promise<Figure[]> {
  fetchLighthouse()
  const server = await startServer({ entry: 'server/main.ts' })
  try {
    const figures: Figure[] = []
    for (const [name, route] of Object.entries(await routesOf(server.origin))) {
      const reports = Array.from({ length: rounds }, () => reportOf(`${server.origin}/#${route}`))
      for (const category of categories) {
        const scores = reports.map((it) => (it.categories[category]?.score ?? 0) * 100)
        const lost = new Set(reports.flatMap((it) => lostPoints(it, category)))
        figures.push({
          what: `Lighthouse, ${name}, ${category}${lost.size > 0 ? ` (less for ${[...lost].join(', ')})` : ''}`,
          value: category === 'performance' ? quantile(scores, 0.5) : Math.min(...scores),
          unit: 'of 100',
        })
      }
    }
    return figures
  } finally {
    await server.dispose()
  }
}

async function routesOf(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/wx/g/goods/list?kind=vehicle&limit=1`)
  const { data } = (await answer.json()) as { data: { items: [{ id: string }] } }
  return {
    home: '/',
    mall: '/pages/index/index',
    product: `/subPages/product/detail?id=${data.items[0].id}`,
    'sign-in': '/pages/auth/login',
  }
}

function fetchLighthouse(): void {
  if (existsSync(program)) return
  console.log(`Fetching Lighthouse ${version} (once) ...`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${version}`], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('Lighthouse could not be fetched; npm says why above.')
}

function reportOf(url: string): Report {
  const file = join(folder, 'report.json')
  const flags = `--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  // On a busy machine a trace sometimes lacks its start, and Lighthouse asks for another run.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { status } = spawnSync(
      pinnedNode(),
      [
        program,
        url,
        '--quiet',
        '--no-enable-error-reporting',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
        `--chrome-flags=${flags}`,
      ],
      { cwd: folder, stdio: 'inherit' },
    )
    if (status === 0) return JSON.parse(readFileSync(file, 'utf8')) as Report
  }
  throw new Error(`Lighthouse gave up on ${url}`)
}

/** Weighted audits of a category without a full score. */
function lostPoints({ categories: all, audits }: Report, category: string): string[] {
  return (all[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
}
