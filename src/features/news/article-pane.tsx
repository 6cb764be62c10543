import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ArticleCard } from '#protocol/news.ts'
import { articleRead } from '../../entities/article.ts'
import { ArticleView } from '../../entities/article-view.tsx'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { DetailPane } from '../../ui/two-panes.tsx'
import { markOpened } from './read-marks.ts'

/**
 * The second pane of a wide screen: one article in full. The article is marked as opened only if the reader chose it.
 */
export function ArticlePane({ article: { id, title }, isChosen }: { article: ArticleCard; isChosen: boolean }) {
  const query = useQuery(articleRead(id))
  useEffect(() => {
    if (isChosen) markOpened(id)
  }, [id, isChosen])
  return (
    <DetailPane title={title}>
      <Card>
        <QueryStates query={query}>{(article) => <ArticleView article={article} />}</QueryStates>
      </Card>
    </DetailPane>
  )
}
