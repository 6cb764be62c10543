import { articleKinds, slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

/** What the list shows: one kind, and on wide screens the article beside it. */
export const newsListSearch = search({ kind: oneOf(articleKinds), selected: matching(slugPattern) })

/** Which article; with a language and a revision, as it stood when somebody agreed to it. */
export const newsDetailSearch = search({
  id: matching(slugPattern),
  language: text(10),
  revision: matching(/^\d{1,6}$/),
})
