import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/news/list')({ component: NewsListScreen })

function NewsListScreen() {
  return <YetToCome near="/pages/index/productList" />
}
