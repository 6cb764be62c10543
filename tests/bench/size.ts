import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/install.mjs'
import type { Figure } from './figure.ts'

const dist = join(root, 'dist')

/** Transfer size of the build at the highest brotli level: first route with one language, and the precache. */
export async function size(): Promise<Figure[]> {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((found) => found[1] ?? '')
  const listed = [...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(
    (found) => found[1] ?? '',
  )
  const isArchive = (file: string) => file.startsWith('assets/archive-')
  const precached = [...new Set(listed.filter((file) => !isArchive(file)))]
  const scripts = [...named, ...precached.filter((file) => file.includes('text-en-first'))].filter((file) =>
    file.endsWith('.js'),
  )
  return [
    { what: 'first route, scripts and its text in one language (brotli)', value: kilobytes(scripts), unit: 'kB' },
    {
      what: 'schemas that come with the first request (brotli)',
      value: kilobytes(precached.filter((file) => file.startsWith('assets/calls-'))),
      unit: 'kB',
    },
    {
      what: 'first route, styles (brotli)',
      value: kilobytes(named.filter((file) => file.endsWith('.css'))),
      unit: 'kB',
    },
    { what: 'precache, the whole app in every language (brotli)', value: kilobytes(precached), unit: 'kB' },
    { what: 'precache', value: precached.length, unit: 'files' },
    { what: 'two archives, with most of it (brotli)', value: kilobytes(listed.filter(isArchive)), unit: 'kB' },
  ]
}

function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + bytesOf(file), 0) / 1000
}

/** Size in transfer: compressed where the server has a compressed file. */
function bytesOf(file: string): number {
  return (statSync(join(dist, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(dist, file))).size
}
