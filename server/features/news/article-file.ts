import { toString } from 'mdast-util-to-string'
import type { Language } from '#protocol/languages.ts'
import { blocksOf, MarkdownError, treeOf } from './markdown.ts'

/** An article's text, as a Markdown file holds it: the title as its first heading, then a paragraph that sums it up. */
export interface ArticleFile {
  title: string
  line: string
  /** Everything after them. */
  markdown: string
  /** Reading time. */
  minutes: number
}

/** Reads a file. Throws a MarkdownError where title or summary are missing, or the rest is no article. */
export function readArticle(file: string, language: Language): ArticleFile {
  const tree = treeOf(file)
  const [title, line] = tree.children
  if (title?.type !== 'heading' || title.depth !== 1) throw new MarkdownError('begins with its title: # Title', tree)
  if (line?.type !== 'paragraph') throw new MarkdownError('after the title, a paragraph sums it up', line ?? tree)
  if (toString(title).length > 120) throw new MarkdownError('a title has at most 120 characters', title)
  if (toString(line).length > 300) throw new MarkdownError('the summary has at most 300 characters', line)
  const before = file.slice(0, line.position?.end.offset)
  // Empty lines in place of what was read: a problem is named by the line of the file.
  blocksOf(before.replaceAll(/[^\n]/g, '') + file.slice(before.length))
  const markdown = file.slice(before.length).trim()
  return {
    title: toString(title),
    line: toString(line),
    markdown,
    minutes: minutesOf(tree.children.map((it) => toString(it)).join('\n'), language),
  }
}

const wordsAMinute = 200

/** Thai and Chinese put no spaces between words. */
function minutesOf(text: string, language: Language): number {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter((it) => it.isWordLike)
  return Math.min(120, Math.max(1, Math.round(words.length / wordsAMinute)))
}
