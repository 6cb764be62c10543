import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'

const styles = ['src/ui/tokens.css', 'src/ui/app.css'].map((it) => readFileSync(join(root, it), 'utf8')).join('\n')

test('what moves to the side is mirrored in a language written from the right', () => {
  const sideways = [...styles.matchAll(/translate: (.+) 0;/g)].map(([, way = '']) => way)
  expect(sideways.length).toBeGreaterThanOrEqual(4)
  for (const way of sideways) expect(way).toContain('var(--toward)')
})

test('the direction is known to the whole page, also outside its screens', () => {
  expect(styles).toMatch(/^:root \{\n {2}--toward: 1;\n\}\n\[dir='rtl'\] \{\n {2}--toward: -1;\n\}/m)
})
