import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/web/webview')({ component: WebPageScreen })

function WebPageScreen() {
  return <YetToCome near="/subPages/news/list" />
}
