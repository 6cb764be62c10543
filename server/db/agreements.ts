import { randomUUID } from 'node:crypto'
import type { AgreedTexts } from '#protocol/agreed-texts.ts'
import { instant } from '../clock.ts'
import type { AgreementSubject } from './article-schema.ts'
import { visibleArticles, type Reader } from './articles.ts'
import type { Db } from './open.ts'

/** What was ticked: the articles beside the tick, and what for. `ref` tells cards and versions of a contract apart. */
interface Ticked {
  memberId: string
  articles: readonly string[]
  subject: AgreementSubject
  ref: string
  /** The texts that were shown; of an article that is not among them, the newest counts. */
  shown?: AgreedTexts | undefined
}

/**
 * Stores that a member agreed to articles as they stand now, in their language. An article that the operator never
 * published can't be agreed to and is left out. Agreeing again to the same thing keeps the first time. False where a
 * text that was shown is no longer the newest of its language: the caller throws, so that nothing of it stays.
 */
export async function noteAgreement(
  db: Db,
  { memberId, articles, subject, ref, shown }: Ticked,
  reader: Reader,
): Promise<boolean> {
  for (const id of articles) {
    const read = shown?.find((it) => it.articleId === id)
    const [text] = await visibleArticles(db, { ...reader, ...(read && { language: read.language }) }, { id, limit: 1 })
    if (read && (text?.language !== read.language || text.revision !== read.revision)) return false
    if (!text) continue
    await db
      .insertInto('agreement')
      .values({
        id: randomUUID(),
        memberId,
        articleId: id,
        language: text.language,
        revision: text.revision,
        subject,
        ref,
        agreedAt: instant(reader.clock),
      })
      .onConflict((it) => it.columns(['memberId', 'articleId', 'subject', 'ref']).doNothing())
      .execute()
  }
  return true
}

/** Everything a member agreed to, newest first, with the title that the text had. */
export async function agreementsOf(db: Db, memberId: string) {
  return await db
    .selectFrom('agreement')
    .innerJoin('articleText', (it) =>
      it
        .onRef('articleText.articleId', '=', 'agreement.articleId')
        .onRef('articleText.language', '=', 'agreement.language')
        .onRef('articleText.revision', '=', 'agreement.revision'),
    )
    .select([
      'agreement.id',
      'agreement.articleId',
      'agreement.language',
      'agreement.revision',
      'agreement.subject',
      'agreement.ref',
      'agreement.agreedAt',
      'articleText.title',
    ])
    .where('memberId', '=', memberId)
    .orderBy('agreedAt', 'desc')
    .orderBy('agreement.id')
    .execute()
}
