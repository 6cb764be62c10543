import { buildWhereNeeded } from '#server/build.mjs'
import { findBrowser, installPackages } from '#server/install.mjs'

// Two parts: `npm run tour -- walk` photographs every route for a person to look at, `store` takes the pictures of the
// install dialog and of the README anew.
const parts = ['walk', 'store'] as const
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`)
  process.exit(2)
}

installPackages()
buildWhereNeeded()
process.env['CHROME_PATH'] = findBrowser()
const { onTour } = await import('./tour.ts')
for (const part of parts) {
  if (asked.length > 0 && !asked.includes(part)) continue
  await onTour(part === 'walk' ? (await import('./walk.ts')).walk : (await import('./store.ts')).takeStore)
}
