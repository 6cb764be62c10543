import type { Plugin } from 'vite'

/**
 * The browser needs neither the screens' file names, but for their area, nor the English titles, which the catalogues
 * have; 2 kB of the first route.
 */
export function slimSitemap(): Plugin {
  return {
    name: 'voltfolio:slim-sitemap',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/]sitemap\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(/(?<= file: ['"])features(\/\w+)[^'"]*(?=['"],)| ?, message: ['"][^'"]*['"]/g, '$1'),
        map: null,
      }),
    },
  }
}
