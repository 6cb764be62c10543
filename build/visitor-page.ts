import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { textPacks } from './text-packs.ts'

/**
 * Builds `src/shell/visitor-page/render.tsx` for the server, which draws visitors' first page with it. It lies in a
 * folder of the build that isn't served.
 */
export function visitorPage(): Plugin {
  let folder = ''
  let root = ''
  // Vite also calls `closeBundle` after a failed build.
  let isWritten = false
  return {
    name: 'voltfolio:visitor-page',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
      root = config.root
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        if (isWritten) await buildForServer(root, join(folder, '.server'))
      },
    },
  }
}

async function buildForServer(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // As the rest of the build: the JSX of a development build needs its React.
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    ssr: { noExternal: true },
    // Pictures have the names that they have in the app's build, which has the files too.
    experimental: { renderBuiltUrl: (file) => `./${file}` },
    build: { ssr: 'src/shell/visitor-page/render.tsx', outDir, target: 'node24', emitAssets: false },
    plugins: [
      babel({ presets: [linguiTransformerBabelPreset()] }),
      lingui({ failOnCompileError: true, failOnMissing: 'catalog' }),
      textPacks(),
      react(),
      leavingOutLaterParts(),
    ],
  })
}

/** What a page loads after its first frame is no part of what is drawn here; texts are. */
function leavingOutLaterParts(): Plugin {
  const later = '\0later'
  return {
    name: 'voltfolio:leaving-out-later-parts',
    enforce: 'pre',
    resolveDynamicImport: (specifier) =>
      typeof specifier === 'string' && !/\.po$|^text:/.test(specifier) ? later : null,
    load: { filter: { id: /^\0later$/ }, handler: () => 'await new Promise(() => {})' },
  }
}
