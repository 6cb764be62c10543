import { amountsHidden, hiddenAmountsName, hiddenAmountsOf } from './hidden-amounts.ts'

type Word = 'hidden' | 'away'

/** Choices by member that the browser refused to store: they hold until the page closes. */
const unstored = new Map<string, string>()

/** The words of `hiddenAmountsName` that hold in this page. */
export function chosenWords(memberId: string | undefined): string {
  return unstored.get(memberId ?? '') ?? hiddenAmountsOf(memberId)
}

/** Hides amounts, or hides them in the background, from now on and at the next start; or ends that. */
export function chooseHiddenAmounts(memberId: string, word: Word, isOn: boolean): void {
  const others = chosenWords(memberId)
    .split(' ')
    .filter((it) => it !== '' && it !== word)
  const words = [...others, ...(isOn ? [word] : [])].join(' ')
  try {
    localStorage.setItem(hiddenAmountsName(memberId), words)
    unstored.delete(memberId)
  } catch {
    unstored.set(memberId, words)
  }
  // Afterwards: who hears of it reads what is stored.
  if (word === 'hidden') amountsHidden.set(isOn)
}

/**
 * Follows the app into the background, where the member wants amounts hidden in the switcher's picture, and other tabs'
 * choices. Returns how to stop.
 */
export function followHiddenAmounts(memberId: () => string | undefined): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const leave = () => {
    if (chosenWords(memberId()).includes('away')) amountsHidden.set(true)
  }
  const follow = () => {
    const isAway = document.visibilityState === 'hidden' || !document.hasFocus()
    const words = chosenWords(memberId())
    amountsHidden.set(words.includes('hidden') || (isAway && words.includes('away')))
  }
  document.addEventListener('visibilitychange', follow, { signal })
  addEventListener('pagehide', leave, { signal })
  addEventListener('blur', follow, { signal })
  addEventListener('focus', follow, { signal })
  addEventListener('pageshow', follow, { signal })
  addEventListener('storage', follow, { signal })
  return () => ending.abort()
}
