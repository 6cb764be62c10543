import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const outDir = join(root, '.tmp/gallery')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export interface Gallery {
  origin: string
  close: () => void
}

/** Builds and serves the gallery: every component of src/ui, under the app's own content security policy. */
export async function openGallery(): Promise<Gallery> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'gallery'),
    publicDir: join(root, 'public'),
    base: './',
    logLevel: 'error',
    mode: 'test',
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
    plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), lingui(), react(), tailwindcss()],
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery')
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname)
    response.writeHead(existsSync(file) ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    })
    if (existsSync(file)) createReadStream(file).pipe(response)
    else response.end()
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
    },
  }
}
