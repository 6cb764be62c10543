import { Trans, useLingui } from '@lingui/react/macro'
import { use } from 'react'
import type { Article } from '#protocol/news.ts'
import { LocaleContext } from '../ui/locale-context.ts'
import { ArticleBody } from './article-body.tsx'
import { useDate } from './use-when.ts'

interface ArticleViewProps {
  article: Article
  onArticle?: (route: string) => void
}

/** An article below its title: its summary, date, language and text. */
export function ArticleView({ article, onArticle }: ArticleViewProps) {
  const { i18n } = useLingui()
  const { line, language, body } = article
  return (
    <article lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="flex flex-col gap-4">
      <p className="text-ink-soft text-pretty">{line}</p>
      <div lang={i18n.locale} dir="auto">
        <ArticleFacts article={article} />
      </div>
      <ArticleBody blocks={body} onArticle={onArticle} />
    </article>
  )
}

function ArticleFacts({ article: { kind, updatedAt, minutes, language, revision } }: { article: Article }) {
  const { i18n } = useLingui()
  const dateOf = useDate()
  const { language: reader } = use(LocaleContext)
  const date = dateOf(updatedAt)
  return (
    <p className="text-small text-ink-soft">
      {kind === 'legal' ? (
        <Trans>
          Version {revision} of {date}
        </Trans>
      ) : (
        <Trans>
          {date}, {minutes} min read
        </Trans>
      )}
      {language !== reader && (
        <span className="block">
          <Trans>Not in your language yet: {languageName(language, i18n.locale)}</Trans>
        </span>
      )}
    </p>
  )
}

function languageName(language: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
}
