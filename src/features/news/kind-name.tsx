import { Trans } from '@lingui/react/macro'
import type { ArticleCard } from '#protocol/news.ts'

export function KindName({ kind }: Pick<ArticleCard, 'kind'>) {
  return { news: <Trans>News</Trans>, help: <Trans>Help</Trans>, legal: <Trans>Terms</Trans> }[kind]
}
