/** What a file of the build is, by the names that the build gives (build/chunks.ts, build/packs.ts). */
interface Named {
  /** Relative to the scope. */
  url: string
}

const text = /^assets\/text-(.+?)-(?:first|landing|rest)-[\w-]+\.js$/
const pack = /^assets\/pack-(program|texts)-/
const inProgram = /^assets\/.+\.(js|css|svg)$/

/** The language of a file that has texts; undefined for every other file. */
export function languageOf({ url }: Named): string | undefined {
  return text.exec(url)?.[1]
}

/** The name of a pack; undefined for every other file. */
export function packName({ url }: Named): string | undefined {
  return pack.exec(url)?.[1]
}

/** The name of the pack that has a file. Some that the pack of the program would have come with the first page. */
export function packOf(file: Named): string | undefined {
  if (languageOf(file) !== undefined) return 'texts'
  return inProgram.test(file.url) ? 'program' : undefined
}
