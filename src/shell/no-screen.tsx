import { createFileRoute } from '@tanstack/react-router'
import { LostScreen } from '../entities/lost-screen.tsx'
import { homePath } from '../sitemap.ts'

/** The screen of every address that isn't in the sitemap. */
export const Route = createFileRoute('/$')({ component: NoScreen })

function NoScreen() {
  return <LostScreen home={homePath} />
}
