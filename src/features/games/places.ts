/** The screen of each kind of game (specification 2). */
const places = {
  'gold lottery': '/subPages/box/index',
  'lucky lottery': '/subPages/box/index2',
  box: '/subPages/box/index3',
  'second box': '/subPages/box/index4',
} as const

/** The screen of a game; undefined for a kind that this version doesn't know. */
export function placeOf(kind: string) {
  return Object.hasOwn(places, kind) ? places[kind as keyof typeof places] : undefined
}
