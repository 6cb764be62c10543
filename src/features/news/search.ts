import { articleKinds, slugPattern } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

/** The kind of articles in the list, and the article beside it on wide screens. */
export const newsListSearch = search({ kind: oneOf(articleKinds), selected: matching(slugPattern) })

/** The article. With a language and a revision, the text is the one that the member agreed to. */
export const newsDetailSearch = search({
  id: matching(slugPattern),
  language: text(10),
  revision: matching(/^\d{1,6}$/),
})
