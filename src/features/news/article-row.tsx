import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ArticleCard } from '#protocol/news.ts'
import { Art } from '../../ui/art.tsx'
import { classNames } from '../../ui/class-names.ts'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { ChooseRow } from '../../ui/two-panes.tsx'
import { useMessageTime } from '../../entities/use-time-ago.ts'
import { KindName } from './kind-name.tsx'

interface ArticleRowProps {
  article: ArticleCard
  isUnread: boolean
  /**
   * Given where a wide screen shows the article in a second pane: whether it is the one there, and how to choose it.
   */
  pane?: { isChosen: boolean; onChoose: () => void } | undefined
}

/** One article of the list: its picture, title, summary, kind, date and reading time. */
export function ArticleRow({ article, isUnread, pane }: ArticleRowProps) {
  const inside = <Inside article={article} isUnread={isUnread} />
  return pane ? (
    <ChooseRow {...pane}>{inside}</ChooseRow>
  ) : (
    <Link to="/subPages/news/detail" search={{ id: article.id }} className={rowLinkClass}>
      {inside}
    </Link>
  )
}

function Inside({ article, isUnread }: Omit<ArticleRowProps, 'pane'>) {
  const { t } = useLingui()
  const messageTime = useMessageTime()
  const { art, title, line, kind, publishedAt, minutes, language } = article
  return (
    <span className="flex min-h-17 flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-start">
      <Art name={art ?? 'volt'} size="thumb" />
      <span className="min-w-0 flex-[1_1_9rem]">
        <span lang={language} className={classNames('block wrap-anywhere', isUnread && 'font-strong')}>
          {isUnread && (
            <span role="img" aria-label={t`Unread`} className="me-2 inline-block size-2.5 rounded-full bg-accent" />
          )}
          {title}
        </span>
        <span lang={language} className="block text-small text-ink-soft text-pretty wrap-anywhere">
          {line}
        </span>
        <span className="figures mt-1 block text-small text-ink-soft">
          <KindName kind={kind} />
          {' · '}
          <time dateTime={publishedAt}>{messageTime(publishedAt)}</time>
          {' · '}
          <Trans>{minutes} min read</Trans>
        </span>
      </span>
    </span>
  )
}
