import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { languages } from '#protocol/languages.ts'
import { Block } from '#protocol/news.ts'
import { readArticle } from '#server/features/news/article-file.ts'
import { blocksOf, MarkdownError } from '#server/features/news/markdown.ts'
import '#tests/support/seed.ts'

const text = (it: string, marks = {}) => ({ kind: 'text', text: it, ...marks })

describe('Markdown becomes blocks', () => {
  test('headings, paragraphs and emphasis', () => {
    expect(blocksOf('## Why\n\nIt *is* **so**, `x`.\n\n---\n\n#### Deep')).toEqual([
      { kind: 'heading', level: 2, spans: [text('Why')] },
      {
        kind: 'paragraph',
        spans: [
          text('It '),
          text('is', { isEmphasised: true }),
          text(' '),
          text('so', { isStrong: true }),
          text(', '),
          text('x'),
          text('.'),
        ],
      },
      { kind: 'rule' },
      { kind: 'heading', level: 3, spans: [text('Deep')] },
    ])
  })

  test('lists, nested once', () => {
    expect(blocksOf('1. one\n   - a\n   - b\n2. two')).toEqual([
      {
        kind: 'list',
        isOrdered: true,
        items: [
          { spans: [text('one')], items: [[text('a')], [text('b')]] },
          { spans: [text('two')], items: [] },
        ],
      },
    ])
  })

  test('quotes, tables and our drawings', () => {
    expect(blocksOf('> said\n\n| a | b |\n| - | - |\n| 1 | *2* |\n\n![A van](art:van)')).toEqual([
      { kind: 'quote', paragraphs: [[text('said')]] },
      {
        kind: 'table',
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], [text('2', { isEmphasised: true })]]],
      },
      { kind: 'picture', art: 'van', alt: 'A van' },
    ])
  })

  test.each([
    ['article:risks', { kind: 'route', route: '/subPages/news/detail?id=risks' }],
    ['/pages/my/books', { kind: 'route', route: '/pages/my/books' }],
    ['https://Example.org/a?b=c', { kind: 'url', url: 'https://example.org/a?b=c' }],
    ['mailto:help@example.org', { kind: 'url', url: 'mailto:help@example.org' }],
    ['tel:+62215550100', { kind: 'url', url: 'tel:+62215550100' }],
  ])('a link to %s', (address, target) => {
    expect(blocksOf(`[**go**](${address})`)).toEqual([
      { kind: 'paragraph', spans: [{ kind: 'link', spans: [text('go', { isStrong: true })], target }] },
    ])
  })
})

describe('what an article must not hold is refused, with its line', () => {
  test.each([
    ['<script>alert(1)</script>', 'line 1: HTML is not taken'],
    ['fine\n\nand <img src=x onerror=alert(1)> here', 'line 3: HTML is not taken'],
    ['<a href="javascript:alert(1)">x</a>', 'line 1: HTML is not taken'],
    ['[x](javascript:alert(1))', 'leads nowhere that is allowed'],
    ['[x](JaVaScRiPt:alert(1))', 'leads nowhere that is allowed'],
    ['[x](<java\tscript:alert(1)>)', 'leads nowhere that is allowed'],
    ['[x](&#106;avascript:alert(1))', 'leads nowhere that is allowed'],
    ['[x](data:text/html;base64,PHNjcmlwdD4=)', 'leads nowhere that is allowed'],
    ['[x](vbscript:x)', 'leads nowhere that is allowed'],
    ['[x](//evil.example)', 'leads nowhere that is allowed'],
    ['[x](/\\evil.example)', 'leads nowhere that is allowed'],
    ['[x](http://example.org)', 'leads nowhere that is allowed'],
    ['[x](https://good.example@evil.example/)', 'leads nowhere that is allowed'],
    ['[x](page.html)', 'leads nowhere that is allowed'],
    ['<javascript:alert(1)>', 'leads nowhere that is allowed'],
    ['[x][ref]\n\n[ref]: javascript:alert(1)', 'by reference is not taken'],
    ['![x](https://evil.example/pixel.gif)', 'drawings of ours'],
    ['![x](art:../../etc)', 'drawings of ours'],
    ['words ![x](art:van)', 'a picture within a line is not taken'],
    ['```\ncode\n```', 'a block of code is not taken'],
    ['- a\n  - b\n    - c', 'line 3: lists are nested once at most'],
    ['> - a', 'only text is taken here'],
  ])('%j', (markdown, problem) => {
    expect(() => blocksOf(markdown)).toThrow(problem)
    expect(() => blocksOf(markdown)).toThrow(MarkdownError)
  })

  test('whatever is written, it becomes blocks without markup that runs, or is refused', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '[',
      '](',
      ')',
      'javascript:',
      'data:',
      '*',
      '_',
      '`',
      '\n',
      '- ',
      '&#',
      '|',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        let blocks
        try {
          blocks = blocksOf(pieces.join(''))
        } catch (cause) {
          expect(cause).toBeInstanceOf(MarkdownError)
          return
        }
        expect(v.is(v.array(Block), blocks)).toBe(true)
        expect(JSON.stringify(blocks)).not.toMatch(/"(url|route)":"(javascript|data):/)
      }),
    )
  })
})

describe('an article file', () => {
  test('begins with its title and what sums it up; Thai and Chinese words are counted too', () => {
    const file = `# A *title*\n\nIn short.\n\n${'word '.repeat(600)}`
    expect(readArticle(file, 'en')).toMatchObject({ title: 'A title', line: 'In short.', minutes: 3 })
    expect(readArticle(`# 标题\n\n摘要。\n\n${'充电桩收入'.repeat(200)}`, 'zh-Hans').minutes).toBeGreaterThan(1)
  })

  test.each([
    ['No title', 'begins with its title'],
    ['# Title only', 'a paragraph sums it up'],
    ['# Title\n\nline\n\nwords\n\n<b>x</b>', 'line 7: HTML is not taken'],
    [`# ${'x'.repeat(121)}\n\nline`, 'at most 120 characters'],
  ])('%j is refused', (file, problem) => {
    expect(() => readArticle(file, 'en')).toThrow(problem)
  })

  test('every article of the demonstration can be read in every language and has the same parts', () => {
    const folder = new URL('../../server/features/news/articles/', import.meta.url)
    const names = readdirSync(new URL('en/', folder)).toSorted()
    for (const language of languages) {
      expect(readdirSync(new URL(`${language}/`, folder)).toSorted()).toEqual(names)
      for (const name of names) {
        const shapeOf = (it: string) =>
          blocksOf(readArticle(readFileSync(new URL(`${it}/${name}`, folder), 'utf8'), language).markdown).map(
            (block) => (block.kind === 'list' ? `list of ${block.items.length}` : block.kind),
          )
        expect([language, name, shapeOf(language)]).toEqual([language, name, shapeOf('en')])
      }
    }
  })
})
