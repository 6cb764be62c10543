/** What a file of the build is, by the names that the build gives (build/chunks.ts, build/archives.ts). */
interface Named {
  /** Relative to the scope. */
  url: string
}

const text = /^assets\/text-(.+?)-(?:first|landing|rest)-[\w-]+\.js$/
const archive = /^assets\/archive-(program|texts)-/
const inProgram = /^assets\/.+\.(js|css|svg)$/
/**
 * What the page of a first visit, Home or a product, has loaded before its worker comes: in an archive it would be on
 * the wire twice. The styles are in its document (server/http/visitor-document.ts).
 */
const ofFirstPage = /^assets\/(first|preload|calls|services|start-kit|tabs|landing-kit|lists|products|art|goods|icons)-/
/** Kept from the first map with streets on (src/cache/streets/street-code.ts). */
const ofStreets = /^assets\/street-/

/** The language of a file that has texts; undefined for every other file. */
export function languageOf({ url }: Named): string | undefined {
  return text.exec(url)?.[1]
}

/** The name of an archive; undefined for every other file. */
export function archiveName({ url }: Named): string | undefined {
  return archive.exec(url)?.[1]
}

/** The name of the archive that has a file; undefined where none has it (build/archives.ts). */
export function archiveOf(file: Named): string | undefined {
  if (languageOf(file) !== undefined) return 'texts'
  const isAlone = !inProgram.test(file.url) || ofFirstPage.test(file.url) || ofStreets.test(file.url)
  return isAlone ? undefined : 'program'
}
