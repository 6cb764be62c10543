import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// The check that no message was forgotten extracts to a place of its own.
const path = (name: string) => `<rootDir>/${process.env.CATALOGUES ?? 'locales'}/{locale}/${name}`

/**
 * What the first frame may say, and what may come over it before the areas' text is there. A test of the build holds
 * that it is everything in the first file.
 */
const first = [
  'src/sitemap.ts',
  'src/shell/!(restricted-view|verification-dialog).{ts,tsx}',
  'src/ui/{age,carousel,failure,hidden-amount,pull-to-refresh,query-states,screen,stale-line}.tsx',
  'src/ui/use-reason.ts',
  'src/entities/{pending-badge,product-card}.tsx',
  'src/entities/use-tell-outcome.ts',
  'src/features/home/{banner-slides,category-links,claim-action,claim-line,hide-amounts,home-content,lately-line,member-summary,newest-offers,visitor-card}.tsx',
]

export default defineConfig({
  // Without line numbers, so that a line put in above a text changes no catalogue.
  format: formatter({ lineNumbers: false }),
  sourceLocale: 'en',
  locales: ['en', 'id', 'ms', 'vi', 'th', 'zh-Hans', 'ar', 'pseudo'],
  pseudoLocale: 'pseudo',
  fallbackLocales: { default: 'en' },
  // The first travels alone; the components' text and an area's own follow with the area's screens.
  catalogs: [
    { path: path('first'), include: first },
    {
      path: path('ui'),
      include: ['src/ui', 'src/entities', 'src/shell/{restricted-view,verification-dialog}.tsx'],
      exclude: first,
    },
    { path: path('{name}'), include: ['src/features/{name}'], exclude: first },
  ],
})
