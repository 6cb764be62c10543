import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoStreets } from './demo-streets.ts'

// `npm run demo-streets`, after a change of what is drawn.
writeFileSync(join(import.meta.dirname, '../../server/demo-streets.pmtiles'), demoStreets())
