import type { Plugin } from 'vite'

const attaching = /schema\["~standard"\] = \{[^{}]*\{[^{}]*\}[^{}]*\};/

/**
 * Leaves out what Valibot adds to each schema for other libraries (`~standard`), which nothing here calls: an object
 * and a function for each of some two thousand schemas, a quarter of a megabyte of memory.
 */
export function leanSchemas(): Plugin {
  return {
    name: 'voltfolio:lean-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/valibot\/dist\/index\.mjs$/ },
      handler(code) {
        if (!attaching.test(code)) return this.error('Valibot attaches `~standard` in another way')
        return code.replace(attaching, '')
      },
    },
  }
}
