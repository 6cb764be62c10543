import type { Plugin } from 'vite'

interface Part {
  library: string
  file: RegExp
  found: RegExp
  by: string
}

const parts: readonly Part[] = [
  // What Valibot adds to each schema for other libraries (`~standard`), which nothing here calls: an object and a
  // function for each of some two thousand schemas, a quarter of a megabyte of memory.
  {
    library: 'Valibot',
    file: /\/node_modules\/valibot\/dist\/index\.mjs$/,
    found: /schema\["~standard"\] = \{[^{}]*\{[^{}]*\}[^{}]*\};/,
    by: '',
  },
  // Advice to programmers, in the first file of everybody.
  {
    library: 'Lingui',
    file: /\/node_modules\/@lingui\/core\/dist\/index\.mjs$/,
    found: /"Lingui: Attempted to call a translation function without setting a locale\.[^"]*"/,
    by: '"Lingui has no locale"',
  },
]

/** Leaves out parts of libraries that take bytes or memory of everybody and that nothing here uses. */
export function leanLibraries(): Plugin {
  return {
    name: 'voltfolio:lean-libraries',
    apply: 'build',
    transform: {
      filter: { id: parts.map(({ file }) => file) },
      handler(code, id) {
        const part = parts.find(({ file }) => file.test(id))
        if (!part?.found.test(code)) return this.error(`${part?.library} has another text where a part is left out`)
        return code.replace(part.found, part.by)
      },
    },
  }
}
