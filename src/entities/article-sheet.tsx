import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { QueryStates } from '../ui/query-states.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { articleIn, articleRead } from './article.ts'
import { ArticleView } from './article-view.tsx'

/** An article in a sheet over the current screen, whose input stays. */
export function ArticleSheet({ id: first, onClose }: { id: string; onClose: () => void }) {
  // The articles opened from this one; the last is shown.
  const [ids, setIds] = useState([first])
  const id = ids.at(-1) ?? first
  const query = useQuery(articleRead(id))
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={query.data?.title ?? <Trans>One moment</Trans>}
      footer={
        ids.length > 1 && (
          <Button look="quiet" wide icon="back" onClick={() => setIds(ids.slice(0, -1))}>
            <Trans>Back to what you were reading</Trans>
          </Button>
        )
      }
    >
      <QueryStates key={id} query={query}>
        {(article) => (
          <ArticleView
            article={article}
            onArticle={(route) => {
              const next = articleIn(route)
              if (next !== undefined) setIds([...ids, next])
            }}
          />
        )}
      </QueryStates>
    </Sheet>
  )
}
