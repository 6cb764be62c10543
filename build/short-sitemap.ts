import type { Plugin } from 'vite'

/**
 * Leaves out of the built sitemap what the app reads elsewhere or never: the titles' English texts, which are in the
 * text pack, and the files' names below their area. That is a kilobyte of the first file.
 */
export function shortSitemap(): Plugin {
  return {
    name: 'short-sitemap',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/sitemap\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/(\/\*i18n\*\/ \{ id: '[^']+'), message: (?:'(?:[^'\\]|\\.)*'|"[^"]*") \}/g, '$1 }')
          .replaceAll(/file: '(features\/[\w-]+\/)[^']+'/g, "file: '$1'"),
    },
  }
}
