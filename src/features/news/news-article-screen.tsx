import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/news/detail')({ component: NewsArticleScreen })

function NewsArticleScreen() {
  return <YetToCome near="/pages/index/productList" />
}
