import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { rootRoute, route } from '@tanstack/virtual-file-routes'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkFileNames, groups } from './build/chunks.ts'
import { classicFirst } from './build/classic-first.ts'
import { compress } from './build/compress.ts'
import { gallery } from './build/gallery.ts'
import { leanLibraries } from './build/lean-libraries.ts'
import { manifest } from './build/manifest.ts'
import { archives } from './build/archives.ts'
import { partChunks } from './build/part-chunks.ts'
import { standaloneScripts } from './build/standalone-scripts.ts'
import { release } from './build/release.ts'
import { routeChunks } from './build/route-chunks.ts'
import { shortSitemap } from './build/short-sitemap.ts'
import { textPacks } from './build/text-packs.ts'
import { visitorPage } from './build/visitor-page.ts'
import { sourceHash } from './server/sources.mjs'
import { homePath, sitemap } from './src/sitemap.ts'

const buildId = sourceHash(import.meta.dirname)

export default defineConfig({
  base: './',
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  server: { host: '127.0.0.1', proxy: { '/wx': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' } },
  resolve: {
    // React has had these hooks itself since 18; the shims for those before are half a kilobyte of the first file.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    // Moved to dist/ when it is whole.
    outDir: `.tmp/build-${process.pid}`,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { entryFileNames: 'assets/first-[hash:6].js', chunkFileNames, codeSplitting: { groups: groups() } },
    },
  },
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // Home is what most people open first: it comes with the first file.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === homePath ? [] : undefined) },
      disableLogging: true,
      generatedRouteTree: './src/route-tree.gen.ts',
      routesDirectory: './src',
      tmpDir: './.tmp/router',
      virtualRouteConfig: rootRoute('shell/root.tsx', [
        ...sitemap.map((place) => route(place.path, place.file)),
        route('/$', 'shell/no-screen.tsx'),
      ]),
    }),
    shortSitemap(),
    leanLibraries(),
    // The macro has to run before react(), which would otherwise drop its ids.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    lingui({ failOnCompileError: true, failOnMissing: 'catalog' }),
    textPacks(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        // A classic script, which every browser takes for a worker: `import.meta` would end it before it began.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg,woff2}', 'icons/icon-192.png', 'assets/archive-*.txt'],
        // Kept from the first map with streets on (src/cache/streets/street-code.ts).
        globIgnores: ['assets/street-{layer,tiles}-*.js'],
        // A file of two megabytes would hold up the whole install; better to fail here than to leave it out.
        maximumFileSizeToCacheInBytes: 2_000_000,
      },
    }),
    routeChunks(),
    partChunks(),
    classicFirst(),
    standaloneScripts(),
    archives(),
    compress(),
    visitorPage(),
    gallery(),
    release(buildId, 'dist'),
  ],
})
