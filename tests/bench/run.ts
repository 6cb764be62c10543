import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { buildWhereNeeded } from '#server/build.mjs'
import { findBrowser, installPackages } from '#server/install.mjs'
import type { Figure } from './figure.ts'

// The bench prints figures and asserts nothing, because a busy machine distorts them.
// `npm run bench -- settlement` measures one part.
const parts: Record<string, () => Promise<Figure[]>> = {
  size: async () => (await import('./size.ts')).size(),
  start: async () => (await import('./start.ts')).start(),
  'new-member': async () => (await import('./new-member.ts')).newMember(),
  enqueue: async () => (await import('./enqueue.ts')).enqueue(),
  caches: async () => (await import('./caches.ts')).caches(),
  frames: async () => (await import('./frames.ts')).frames(),
  map: async () => (await import('./map.ts')).map(),
  answers: async () => (await import('./answers.ts')).answers(),
  commands: async () => (await import('./commands.ts')).commands(),
  draws: async () => (await import('./draws.ts')).draws(),
  ocpp: async () => (await import('./ocpp.ts')).ocpp(),
  settlement: async () => (await import('./settlement.ts')).settlement(),
  growth: async () => (await import('./growth.ts')).growth(),
  lists: async () => (await import('./lists.ts')).lists(),
  statistics: async () => (await import('./statistics.ts')).statistics(),
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

installPackages()
buildWhereNeeded()
process.env['CHROME_PATH'] = findBrowser()
const { lineOf } = await import('./figure.ts')
console.log(machine())
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const figure of await measure()) console.log(lineOf(figure))
}

function machine(): string {
  const [core] = cpus()
  const chromium = spawnSync(process.env['CHROME_PATH'] ?? '', ['--version'], { encoding: 'utf8' }).stdout.trim()
  return `${cpus().length} cores (${core?.model}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}, ${chromium}\n`
}
