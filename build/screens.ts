import { areaOf, homePath, sitemap, type Place } from '../src/sitemap.ts'

/**
 * A lazy screen: its place, its file under `src/`, and the area whose route chunk it belongs to
 * (build/route-chunks.ts).
 */
export interface Screen {
  path: Place['path']
  file: string
  area: string
}

/** The places where people enter the app by a link: the Mall, a product, signing in and registering. */
const landingPaths: readonly Place['path'][] = [
  '/pages/index/index',
  '/pages/auth/login',
  '/pages/auth/register',
  '/subPages/product/detail',
  '/subPages/product/detail2',
]

/** All screens but Home, which is in the first file. */
export const screens: readonly Screen[] = sitemap
  .filter((it) => it.path !== homePath)
  .map((place) => ({ path: place.path, file: place.file, area: areaOf(place) }))

export const landing = screens.filter((it) => landingPaths.includes(it.path))

/** The areas that draw the tabs; Home is in the first file. */
export const tabAreas: ReadonlySet<string> = new Set(
  sitemap.filter((it) => it.tab !== undefined && it.path !== homePath).map(areaOf),
)
