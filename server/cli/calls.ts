import { areaOf, calls } from '#protocol/calls.ts'
import type { Call } from '#protocol/call.ts'
import { served } from '../features/served.ts'

/** `npm run calls`: every call of the table, whether it is served, and how it behaves without a network. `npm run calls -- missing` keeps those not built yet. */
const built = new Set(served.map((it) => it.call.path))
const isMissingOnly = process.argv.includes('missing')
const all: Call[] = Object.values(calls).toSorted((a, b) => a.path.localeCompare(b.path))
const areas: Readonly<Record<string, string>> = areaOf

const widest = Math.max(...all.map((call) => call.path.length))
for (const area of [...new Set(Object.values(areas))].toSorted()) {
  const shown = all.filter((call) => areas[call.path] === area && !(isMissingOnly && built.has(call.path)))
  if (shown.length === 0) continue
  console.log(`\n${area}`)
  for (const call of shown) console.log(`  ${lineOf(call)}`)
}

const specified = all.filter((call) => call.specified)
const count = (some: readonly Call[]) => `${some.filter((call) => built.has(call.path)).length} of ${some.length}`
console.log(
  `\nserved: ${count(specified)} of the specification, ${count(all.filter((call) => !call.specified))} of ours`,
)

function lineOf(call: Call): string {
  return [
    call.method.padEnd(4),
    call.path.padEnd(widest),
    (built.has(call.path) ? 'served' : 'not built yet').padEnd(13),
    call.offline.padEnd(6),
    call.lane ?? '',
  ]
    .join('  ')
    .trimEnd()
}
