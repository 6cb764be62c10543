import type { Plugin } from 'vite'

interface Part {
  library: string
  file: RegExp
  found: RegExp
  by: string
}

const linguiCore = /\/node_modules\/@lingui\/core\/dist\/index\.mjs$/
const linguiReact = /\/node_modules\/@lingui\/react\/dist\/shared\/react\.[^/]+\.mjs$/

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
    file: linguiCore,
    found: /"Lingui: Attempted to call a translation function without setting a locale\.[^"]*"/,
    by: '"Lingui has no locale"',
  },
  {
    library: 'Lingui',
    file: linguiCore,
    found: /`Uncompiled message detected! Message:\s+> \$\{translation\}[^`]*`/,
    by: '`Lingui has an uncompiled message: ${translation}`',
  },
  {
    library: 'Lingui',
    file: linguiReact,
    found: /"You can't use both `component` and `render` prop[^"]*"/,
    by: '"Trans has both component and render"',
  },
  {
    library: 'Lingui',
    file: linguiReact,
    found: /`Invalid value supplied to prop \\`render\\`[^$]*\$\{render\}`/,
    by: '"Trans has a bad render"',
  },
  {
    library: 'Lingui',
    file: linguiReact,
    found: /`Invalid value supplied to prop \\`component\\`[^$]*\$\{component\}`/,
    by: '"Trans has a bad component"',
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
        let lean = code
        for (const { library, found, by } of parts.filter(({ file }) => file.test(id))) {
          if (!found.test(lean)) return this.error(`${library} has another text where a part is left out`)
          lean = lean.replace(found, () => by)
        }
        return lean
      },
    },
  }
}
