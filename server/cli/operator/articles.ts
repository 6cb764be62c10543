import * as v from 'valibot'
import { languages } from '#protocol/languages.ts'
import { Slug } from '#protocol/primitives.ts'
import { articleKinds } from '#protocol/words.ts'
import { instant, millisOf } from '../../clock.ts'
import { agreementsOf } from '../../db/agreements.ts'
import { readArticle, type ArticleFile } from '../../features/news/article-file.ts'
import { legalTexts, missingLegalTexts, neededToRegister } from '../../features/news/missing-legal.ts'
import { MarkdownError } from '../../features/news/markdown.ts'
import { publishArticle, withdrawArticle, writeArticle } from '../../features/news/writing.ts'
import { DomainError } from '../../http/domain-error.ts'
import { WrittenInstant } from '../../written-instant.ts'
import { memberBehind, Switch } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { TextFile, type GivenFile } from './files.ts'

const language = v.picklist(languages, `must be one of ${languages.join(', ')}`)

const write = action('article write', {
  needs: ['catalogue'],
  says: 'Stores a text from a Markdown file (a title, then a paragraph that sums it up) as a draft. Without --id the article is named as the file; --art names a drawing of the app',
  positional: ['file'],
  args: {
    file: TextFile,
    kind: v.picklist(articleKinds, `must be one of ${articleKinds.join(', ')}`),
    language,
    id: v.optional(Slug),
    art: v.optional(Slug),
  },
  run: async ({ db, clock }, { file, kind, id = idOf(file), ...of }) => {
    const text = readFile(file, of.language)
    const revision = await writeArticle(db, { id, kind, ...of, ...text }, clock)
    return [`${id}, ${of.language}, revision ${revision}: "${text.title}", a draft until you publish ${id}.`]
  },
})

const publish = action('article publish', {
  needs: ['catalogue'],
  says: 'Members read the drafts of an article from now on, or from --at on. They are told of news and of legal texts, unless --tell off',
  positional: ['id'],
  args: { id: Slug, at: v.optional(WrittenInstant), tell: v.optional(Switch) },
  run: async ({ db, clock }, { id, at: wanted, tell }) => {
    const now = clock.now()
    const at = wanted === undefined ? now : millisOf(wanted)
    if (at < now) throw new DomainError('bad_request', { field: 'at', problem: 'is over already' })
    const article = await db.selectFrom('article').select('kind').where('id', '=', id).executeTakeFirst()
    const isTold = tell ?? article?.kind !== 'help'
    const published = await publishArticle(db, { id, at, isTold })
    const told = isTold && published.length > 0 ? 'Members are told.' : 'Nobody is told.'
    return [`${id} is read from ${instant(at)} on: ${published.join(', ') || 'as it was'}. ${told}`]
  },
})

const withdraw = action('article withdraw', {
  needs: ['catalogue'],
  says: 'Nobody reads the article any more, but for those who agreed to it. Refused for what the app asks members to agree to',
  positional: ['id'],
  args: { id: Slug },
  run: async ({ db, clock }, { id }) => {
    if (legalTexts.some((it) => it === id))
      throw new DomainError('bad_request', {
        field: id,
        problem: 'is what members are asked to agree to: publish a new revision of it instead',
      })
    await withdrawArticle(db, id, clock)
    return ['Withdrawn.']
  },
})

const list = reading('article list', {
  needs: ['catalogue', 'support', 'auditor'],
  says: 'Every article with its texts: language, revision, and from when on it is read; and which legal texts are missing',
  run: async ({ db, clock }) => {
    const rows = await db
      .selectFrom('article')
      .innerJoin('articleText', 'articleId', 'article.id')
      .select(['article.id', 'kind', 'withdrawnAt', 'language', 'revision', 'title', 'visibleFrom'])
      .orderBy('article.id')
      .orderBy('language')
      .orderBy('revision')
      .execute()
    const lines = rows.map((it) => {
      const state = it.withdrawnAt ? 'withdrawn' : it.visibleFrom ? `from ${it.visibleFrom}` : 'draft'
      return `${it.id}  ${it.kind}  ${it.language} ${it.revision}  ${state}  ${it.title}`
    })
    const missing = await missingLegalTexts(db, clock)
    const needed = neededToRegister(missing)
    return [
      ...(lines.length > 0 ? lines : ['None.']),
      ...(missing.length > 0 ? [`MISSING: members can't read ${missing.join(', ')}.`] : []),
      ...(needed.length > 0 ? [`NOBODY CAN REGISTER before ${needed.join(' and ')} can be read.`] : []),
    ]
  },
})

const agreements = reading('member agreements', {
  needs: ['support'],
  reads: 'personal',
  says: 'What a member agreed to: the text with its language and revision, what for, and when',
  positional: ['member'],
  args: { member: v.string() },
  run: async ({ db }, { member }) => {
    const rows = await agreementsOf(db, await memberBehind(db, member))
    if (rows.length === 0) return ['None.']
    return rows.map((it) =>
      `${it.agreedAt}  ${it.articleId}, ${it.language}, revision ${it.revision}  for ${it.subject} ${it.ref}`.trim(),
    )
  },
})

function idOf({ name }: GivenFile): string {
  const id = name.replace(/\.[^.]*$/, '')
  if (v.is(Slug, id)) return id
  throw new DomainError('bad_request', { field: 'id', problem: `must be given: ${name} is no short name` })
}

function readFile({ name, text }: GivenFile, of: v.InferOutput<typeof language>): ArticleFile {
  try {
    return readArticle(text, of)
  } catch (cause) {
    if (cause instanceof MarkdownError) throw new DomainError('bad_request', { field: name, problem: cause.message })
    throw cause
  }
}

export const articleCommands: readonly Command[] = [write, publish, withdraw, list, agreements]
