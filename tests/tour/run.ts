import { parseArgs } from 'node:util'
import { buildWhereNeeded } from '#server/build.mjs'
import { findBrowser, installPackages } from '#server/install.mjs'
import { lookNames } from './looks.ts'

// Two parts: `npm run tour -- walk` photographs every route for a person to look at, `store` takes the pictures of the
// install dialog and of the README anew. `--look "phone dark"`, as often as one likes, walks in these looks only.
const parts = ['walk', 'store'] as const
const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { look: { type: 'string', multiple: true } },
})
const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`)
  process.exit(2)
}

const names = values.look ?? lookNames
const unknownLook = names.find((name) => !lookNames.includes(name))
if (unknownLook !== undefined) {
  console.error(`There is no look ${unknownLook}; there are ${lookNames.join(', ')}.`)
  process.exit(2)
}

installPackages()
buildWhereNeeded()
process.env['CHROME_PATH'] = findBrowser()
const { onTour } = await import('./tour.ts')
for (const part of parts) {
  if (asked.length > 0 && !asked.includes(part)) continue
  if (part === 'walk') {
    const { walk } = await import('./walk.ts')
    await onTour((tour) => walk(tour, names))
  } else await onTour((await import('./store.ts')).takeStore)
}
