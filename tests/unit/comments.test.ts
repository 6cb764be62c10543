import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'

const lines = globSync('{src,sw,server,protocol,build,tests}/**/*.{ts,tsx,mjs}', { cwd: root })
  .filter((file) => !file.endsWith('.gen.ts'))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, at) => ({ place: `${file}:${at + 1}`, text })),
  )
const comments = lines.filter(({ text }) => /^\s*(\/\/|\/?\*)/.test(text))

test('there are comments to judge', () => {
  expect(comments.length).toBeGreaterThan(1000)
})

// The formatter leaves comments as they are.
test('no comment is longer than 120 columns', () => {
  const long = comments.filter(({ text }) => text.length > 120 && !/https?:|oxlint-disable/.test(text))
  expect(long.map((it) => it.place)).toEqual([])
})

test('no comment cites a document that is not in the repo', () => {
  const cites = /\((design|product|look|stack|scale|house)[:,] /
  expect(comments.filter(({ text }) => cites.test(text)).map((it) => it.place)).toEqual([])
})
