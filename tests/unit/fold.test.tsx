import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { Fold } from '#src/ui/fold.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('a title that unfolds its card has an arrow', () => {
  const markup = markupOf(<Fold title="How a draw is made">Text</Fold>)
  const [, title = ''] = /<summary[^>]*>(.*)<\/summary>/.exec(markup) ?? []
  expect(title).toContain('How a draw is made')
  expect(title).toContain('chevron-down')
})

// A `flex` summary has lost the browser's triangle.
test('every other title that unfolds keeps the mark of the browser', () => {
  const titles = globSync('src/**/*.tsx', { cwd: root })
    .filter((file) => !file.endsWith('ui/fold.tsx'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/<summary[^>]*>/g) ?? [])
  expect(titles.filter((it) => /\b(flex|grid|block|list-none)\b/.test(it))).toEqual([])
})
