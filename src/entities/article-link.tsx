import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { queryClient } from '../cache/cache.ts'
import { classNames } from '../ui/class-names.ts'
import { lazy, Nothing } from '../ui/lazy.tsx'
import { articleRead } from './article.ts'

const ArticleSheet = lazy(() => import('./article-sheet.tsx').then((it) => it.ArticleSheet), Nothing)

interface ArticleLinkProps {
  id: string
  /** Outside a sentence the link is as high as a thumb needs. */
  isAlone?: boolean
  children?: ReactNode
}

/**
 * A link to an article, for forms. The article opens over the form, whose input stays; in a new tab the link opens the
 * article's own page. The article is prefetched, so that it opens without a network too.
 */
export function ArticleLink({ id, isAlone = false, children }: ArticleLinkProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const query = articleRead(id)
    void queryClient.prefetchQuery({ ...query, meta: { ...query.meta, mayWait: true }, retry: false })
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
        className={classNames('font-strong text-accent-ink underline', isAlone && 'inline-flex min-h-11 items-center')}
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
