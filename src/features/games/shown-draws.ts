import type { Draw } from '#protocol/games.ts'

/** Which draws are shown: won or not, of one game, with a prize in that state (specification 4). */
export interface DrawFilter {
  won?: 'yes' | 'no' | undefined
  game?: string | undefined
  status?: 'due' | 'received' | 'cancelled' | undefined
}

const statuses = { due: 0, received: 1, cancelled: 2 } as const

export function isEveryDraw({ won, game, status }: DrawFilter): boolean {
  return won === undefined && game === undefined && status === undefined
}

/** The draws that match. The device filters, so that it works offline too. */
export function shownDraws(draws: readonly Draw[], { won, game, status }: DrawFilter): Draw[] {
  return draws.filter(
    (it) =>
      (won === undefined || (it.prize !== null) === (won === 'yes')) &&
      (game === undefined || it.game === game) &&
      (status === undefined || it.status === statuses[status]),
  )
}

/** The games of the draws with their names, by name. */
export function gamesOf(draws: readonly Draw[]): { id: string; name: string }[] {
  const names = new Map(draws.toReversed().map((it) => [it.game, it.gameName]))
  return [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
}
