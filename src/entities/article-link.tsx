import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { queryClient } from '../cache/cache.ts'
import { lazy, Nothing } from '../ui/lazy.tsx'
import { articleRead } from './article.ts'

const ArticleSheet = lazy(() => import('./article-sheet.tsx').then((it) => it.ArticleSheet), Nothing)

/**
 * A link to an article, for forms. The article opens over the form, whose input stays; in a new tab the link opens the
 * article's own page. The article is prefetched, so that it opens without a network too.
 */
export function ArticleLink({ id, children }: { id: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void queryClient.prefetchQuery({ ...articleRead(id), meta: { isQuiet: true }, retry: false })
  }, [id])
  return (
    <>
      <Link
        to="/subPages/news/detail"
        search={{ id }}
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
        className="font-strong text-accent-ink underline"
      >
        {children}
      </Link>
      {isOpen && (
        <Suspense>
          <ArticleSheet id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
