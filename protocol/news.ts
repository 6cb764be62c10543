import * as v from 'valibot'
import { get } from './call.ts'
import { Instant, PageArgs, Slug, page, whole } from './primitives.ts'

const Kind = v.picklist(['news', 'help', 'legal'])

export const ArticleCard = v.object({
  id: Slug,
  kind: Kind,
  title: v.string(),
  line: v.string(),
  art: v.nullable(Slug),
  publishedAt: Instant,
  minutes: whole(1, 120),
})
export type ArticleCard = v.InferOutput<typeof ArticleCard>

/** A piece of an article. Blocks, not HTML: the page's Content-Security-Policy knows no foreign markup. */
export const Block = v.variant('is', [
  v.object({ is: v.literal('heading'), text: v.string() }),
  v.object({ is: v.literal('paragraph'), text: v.string() }),
  v.object({ is: v.literal('list'), items: v.array(v.string()) }),
  v.object({ is: v.literal('picture'), art: Slug, alt: v.string() }),
  /** `route` leads into the app; `url` out of it. */
  v.object({
    is: v.literal('link'),
    text: v.string(),
    route: v.optional(v.string()),
    url: v.optional(v.pipe(v.string(), v.url())),
  }),
])
export type Block = v.InferOutput<typeof Block>

export const Article = v.object({ ...ArticleCard.entries, updatedAt: Instant, language: Slug, body: v.array(Block) })
export type Article = v.InferOutput<typeof Article>

/** Articles newest first. Without `kind`, news and help. */
export const helpList = get('help/list', {
  who: 'anyone',
  args: v.object({ ...PageArgs, kind: v.optional(Kind) }),
  answer: page(ArticleCard),
})

export const helpArticle = get('help/info', { who: 'anyone', args: v.object({ id: Slug }), answer: Article })
