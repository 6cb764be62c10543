/** The choices of an attempt, a place per question; null where nothing is chosen yet. */
export type Choices = readonly (number | null)[]

export function choose(choices: Choices, question: number, place: number): Choices {
  return choices.map((it, n) => (n === question ? place : it))
}

/** The choice behind a key of the row of digits: `1` is the first. Undefined for any other key. */
export function placeOfKey(key: string, count: number): number | undefined {
  const place = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
  return place >= 0 && place < count ? place : undefined
}

/** The first question without a choice; undefined where all have one. */
export function firstOpen(choices: Choices): number | undefined {
  const open = choices.indexOf(null)
  return open < 0 ? undefined : open
}

/** When the time left is said aloud, in seconds: rarely, so that it doesn't talk over the questions. */
export function spokenSeconds(left: number): 60 | 10 | undefined {
  if (left <= 0) return undefined
  return left <= 10 ? 10 : left <= 60 ? 60 : undefined
}
