import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { filesIn } from '../server/sources.mjs'

const worthwhile = /\.(html|m?js|css|svg|json|webmanifest|txt)$/
const brotli = promisify(brotliCompress)

/** Writes a `.br` file beside every text file of the build, so that the server never compresses while it serves. */
export function compress(): Plugin {
  let folder = ''
  // Vite also calls `closeBundle` after a failed build.
  let isWritten = false
  return {
    name: 'voltfolio:compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!isWritten) return
        await Promise.all(
          filesIn(folder)
            .filter((file) => worthwhile.test(file))
            .map(async (file) => {
              const plain = readFileSync(file)
              const packed = await brotli(plain, {
                params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
              })
              if (packed.length < plain.length) writeFileSync(`${file}.br`, packed)
              else rmSync(`${file}.br`, { force: true })
            }),
        )
      },
    },
  }
}
