import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'

const folder = '/tests/support/gallery/'

/** Serves every component of src/ui at `/gallery` of the development server. No build contains it. */
export function gallery(): Plugin {
  return {
    name: 'gallery',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (new URL(request.url ?? '', 'http://localhost').pathname !== '/gallery') return next()
        response.setHeader('content-type', 'text/html')
        pageOf(server).then((page) => response.end(page), next)
      })
    },
  }
}

function pageOf(server: ViteDevServer): Promise<string> {
  // The Content Security Policy would block what Vite adds to the page for hot reload.
  const page = readFileSync(join(server.config.root, folder, 'index.html'), 'utf8').replace(
    /<meta http-equiv="Content-Security-Policy".*>/,
    '',
  )
  return server.transformIndexHtml('/gallery', page.replaceAll('"./', `"${folder}`))
}
