import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { filesIn } from '#server/sources.mjs'

// "Close" and "Done" stay: nothing else happens there.
const vague = /<Trans>(Submit|Next|Save|Send|OK|Yes|No|Go|Confirm|Continue|Apply)<\/Trans>/

test('a button says what happens', () => {
  const found = filesIn(join(root, 'src'))
    .filter((it) => it.endsWith('.tsx'))
    .flatMap((file) => {
      const [, word] = vague.exec(readFileSync(file, 'utf8')) ?? []
      return word === undefined ? [] : [`${relative(root, file)}: ${word}`]
    })
  expect(found).toEqual([])
})
