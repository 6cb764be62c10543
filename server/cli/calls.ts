import { areaOf, calls, type CallPath } from '#protocol/calls.ts'
import type { DeclaredCall } from '../http/handler.ts'
import { served } from '../features/served.ts'
import { askedBy } from './callers.ts'
import { handlerLocations } from './handler-locations.ts'

/**
 * `npm run calls`: every call of the table, how it behaves without a network, where its handler stands, and which file
 * of the app asks for it first.
 * `npm run calls -- missing` keeps those not built yet.
 */
const built = new Set<CallPath>(served.map((it) => it.call.path))
const locations = await handlerLocations()
const asked = await askedBy()
const isMissingOnly = process.argv.includes('missing')
const all: DeclaredCall[] = Object.values(calls).toSorted((a, b) => a.path.localeCompare(b.path))

const widest = Math.max(...all.map((call) => call.path.length))
for (const area of [...new Set(Object.values(areaOf))].toSorted()) {
  const shown = all.filter((call) => areaOf[call.path] === area && !(isMissingOnly && built.has(call.path)))
  if (shown.length === 0) continue
  console.log(`\n${area}`)
  for (const call of shown) console.log(`  ${lineOf(call)}`)
}

const specified = all.filter((call) => call.specified)
const count = (some: readonly DeclaredCall[]) =>
  `${some.filter((call) => built.has(call.path)).length} of ${some.length}`
console.log(
  `\nserved: ${count(specified)} of the specification, ${count(all.filter((call) => !call.specified))} of ours`,
)

function lineOf(call: DeclaredCall): string {
  const place = built.has(call.path) ? locations[call.path] : undefined
  return [
    call.method.padEnd(4),
    call.path.padEnd(widest),
    call.offline.padEnd(6),
    (call.lane ?? '').padEnd(10),
    place ? `${place.file}:${place.line}` : 'not built yet',
    asked[call.path] ?? '',
  ].join('  ')
}
