import type { gameKinds } from '#protocol/games.ts'

/** The screen of each kind of game (specification 2). */
export const gamePaths: Record<(typeof gameKinds)[number], `/${string}`> = {
  'gold lottery': '/subPages/box/index',
  'lucky lottery': '/subPages/box/index2',
  box: '/subPages/box/index3',
  'second box': '/subPages/box/index4',
}

/** The screen of a game; undefined for a kind that this version doesn't know. */
export function placeOf(kind: string): `/${string}` | undefined {
  return Object.hasOwn(gamePaths, kind) ? gamePaths[kind as keyof typeof gamePaths] : undefined
}
