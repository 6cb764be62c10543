import * as v from 'valibot'
import { get } from './call.ts'
import { languages } from './languages.ts'
import { Empty, Id, Instant, PageArgs, Slug, page, text, whole } from './primitives.ts'
import { articleKinds } from './words.ts'

const Kind = v.picklist(articleKinds)
const LanguageTag = v.picklist(languages)

export const ArticleCard = v.object({
  id: Slug,
  kind: Kind,
  title: v.string(),
  line: v.string(),
  /** A drawing of ours. */
  art: v.nullable(Slug),
  publishedAt: Instant,
  /** Reading time. */
  minutes: whole(1, 120),
  /** Of this text: not the reader's where it was never translated. */
  language: LanguageTag,
  /** Counts the published texts of one language. Absent from answers of before 2026-11-29. */
  revision: v.optional(whole(1, 1_000_000)),
})
export type ArticleCard = v.InferOutput<typeof ArticleCard>

/** Where a link leads: `route` into the app, `url` (https, mailto, tel) out of it. */
const Target = v.variant('kind', [
  v.object({ kind: v.literal('route'), route: v.pipe(v.string(), v.startsWith('/')) }),
  v.object({ kind: v.literal('url'), url: v.string() }),
])
export type Target = v.InferOutput<typeof Target>

const plain = {
  kind: v.literal('text'),
  text: v.string(),
  isStrong: v.optional(v.boolean()),
  isEmphasised: v.optional(v.boolean()),
}
const Span = v.variant('kind', [
  v.object(plain),
  v.object({ kind: v.literal('link'), spans: v.array(v.object(plain)), target: Target }),
])
export type Span = v.InferOutput<typeof Span>

const Spans = v.array(Span)
const ListItem = v.object({ spans: Spans, items: v.array(Spans) })

/** A piece of an article. Blocks, not HTML: the page's Content-Security-Policy knows no foreign markup. */
export const Block = v.variant('kind', [
  v.object({ kind: v.literal('heading'), level: v.picklist([2, 3]), spans: Spans }),
  v.object({ kind: v.literal('paragraph'), spans: Spans }),
  v.object({ kind: v.literal('list'), isOrdered: v.boolean(), items: v.array(ListItem) }),
  v.object({ kind: v.literal('quote'), paragraphs: v.array(Spans) }),
  v.object({ kind: v.literal('table'), head: v.array(Spans), rows: v.array(v.array(Spans)) }),
  v.object({ kind: v.literal('picture'), art: Slug, alt: v.string() }),
  v.object({ kind: v.literal('rule') }),
])
export type Block = v.InferOutput<typeof Block>

export const Article = v.object({
  ...ArticleCard.entries,
  /** Counts the published texts of one language; what a member agreed to names it. */
  revision: whole(1, 1_000_000),
  updatedAt: Instant,
  body: v.array(Block),
})
export type Article = v.InferOutput<typeof Article>

/** Articles newest first. Without `kind`, news and help. `wanted`: words that all stand in the text. */
export const helpList = get('help/list', {
  who: 'anyone',
  args: v.object({ ...PageArgs, kind: v.optional(Kind), wanted: v.optional(text(80)) }),
  answer: page(ArticleCard),
})

/**
 * One article in the caller's language, else in English. With `language` and `revision`, a legal text as it stood when
 * a member agreed to it.
 */
export const helpArticle = get('help/info', {
  who: 'anyone',
  args: v.object({ id: Slug, language: v.optional(LanguageTag), revision: v.optional(whole(1, 1_000_000)) }),
  answer: Article,
})

/** What a member agreed to by ticking it: which text, when, and for what. */
export const Agreement = v.object({
  id: Id,
  articleId: Slug,
  title: v.string(),
  language: LanguageTag,
  revision: whole(1, 1_000_000),
  subject: v.picklist(['registration', 'card', 'contract']),
  agreedAt: Instant,
})
export type Agreement = v.InferOutput<typeof Agreement>

/** Ours: everything the caller agreed to, newest first. */
export const agreementList = get('help/agreements', {
  specified: false,
  args: Empty,
  answer: v.object({ items: v.array(Agreement) }),
})
