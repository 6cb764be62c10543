import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { root } from '#server/install.mjs'

test.each(languages)('in %s the articles name screens, sections and buttons as the app does', (language) => {
  const shown = new Set(textsOf(language).map((it) => it.toLowerCase()))
  const articles = globSync(`server/features/news/articles/${language}/*.md`, { cwd: root })
  const named = articles.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(emphasis)].map(
      ([, starred, underlined = '']) => starred ?? underlined,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((it) => !shown.has(it.toLowerCase()))).toEqual([])
})

/** A text in italics, between stars or, where there are spaces between words, between underscores. */
const emphasis = /(?<!\*)\*([^*\n]+)\*(?!\*)|(?<!\p{L})_([^_\n]+)_(?!\p{L})/gu

function textsOf(language: string): string[] {
  return globSync(`locales/${language}/*.po`, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^msgstr "(.*)"$/gm)].map((found) => found[1] ?? ''),
  )
}
