/**
 * Finds the entries whose texts contain every wanted word, ignoring case and accents; all entries where no word is
 * wanted. The normalized text of an entry is kept as long as the entry is (WeakMap).
 */
export function finder<T extends object>(
  textsOf: (item: T) => readonly (string | null)[],
): (items: readonly T[], wanted: string) => readonly T[] {
  const heaps = new WeakMap<T, string>()
  const heap = (item: T) => {
    let it = heaps.get(item)
    if (it === undefined) heaps.set(item, (it = heapOf(textsOf(item))))
    return it
  }
  return (items, wanted) => {
    const words = wordsOf(wanted)
    return words.length === 0 ? items : items.filter((item) => words.every((word) => heap(item).includes(word)))
  }
}

function wordsOf(wanted: string): string[] {
  return plain(wanted)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function heapOf(texts: readonly (string | null)[]): string {
  return plain(texts.filter((it) => it !== null).join(' '))
}

// Most texts have no accents, and Unicode normalization takes ten times as long.
const simple = /^[ -~\s]*$/

function plain(text: string): string {
  return (simple.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()
}
