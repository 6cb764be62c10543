const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The characters of a text as a reader counts them: an accented letter or a flag is one. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), (it) => it.segment)
}
