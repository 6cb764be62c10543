import { homePath, placeAt, sitemap, type Place } from '../sitemap.ts'
import type { IconName } from '../ui/icon.tsx'

/** In review mode the app has two tabs (specification 4). */
export const restrictedHome = '/pages/index/index2'
const restrictedPaths: readonly string[] = [restrictedHome, '/pages/index/my2']

const usual = sitemap.filter((place) => place.tab !== undefined)
const restricted = sitemap.filter((place) => restrictedPaths.includes(place.path))

export function tabsOf(isRestricted: boolean): readonly Place[] {
  return isRestricted ? restricted : usual
}

/** Whether a path is a tab, in review mode or outside it. */
export function isTab(path: string): boolean {
  return placeAt(path)?.tab !== undefined || restrictedPaths.includes(path)
}

/** Which of the four kinds a tab is: review mode has a Home and a My of its own. */
export function kindOf({ tab, access }: Place): NonNullable<Place['tab']> {
  return tab ?? (access === 'member' ? 'my' : 'home')
}

/** A tab's icon, and its icon while the current page is the tab or lies beneath it (specification 3). */
export function iconsOf(tab: Place): { icon: IconName; selectedIcon: IconName } {
  const kind = kindOf(tab)
  return { icon: kind, selectedIcon: `${kind}-selected` }
}

/**
 * The tab that a page is or lies beneath, as the rail marks it; undefined for pages beneath no tab, such as the sign-in
 * pages.
 */
export function tabOver(tabs: readonly Place[], path: string): Place | undefined {
  const over = kindOver(path)
  return tabs.find((tab) => tab.path === path) ?? tabs.find((tab) => kindOf(tab) === over)
}

function kindOver(path: string): Place['tab'] {
  if (path === '/pages/index/productList2') return 'home'
  if (/\/(product\/(list|detail|createOrder|compare)|pointsmall|pay\/pay)/.test(path)) return 'mall'
  if (path.includes('/news/')) return 'news'
  return path.startsWith('/pages/my/') || placeAt(path)?.access === 'member' ? 'my' : undefined
}

/**
 * The page that replaces a tab's page in review mode: the restricted My for My, the restricted Home for the others.
 * Undefined for any other page.
 */
export function standIn(path: string): Place['path'] | undefined {
  const tab = usual.find((place) => place.path === path)
  return tab && restricted[tab.tab === 'my' ? 1 : 0]?.path
}

/** The target when review mode has ended, or undefined where the page may stay open. */
export function afterRestriction(path: string): Place['path'] | undefined {
  return restrictedPaths.includes(path) ? homePath : undefined
}
