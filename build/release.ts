import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Release {
  id: string
  assets: string[]
}

const keptReleases = 3

/**
 * Replaces the previous build by one rename, so that a failed build changes nothing. Hashed assets of earlier releases
 * stay, so that a tab that was opened before a deploy still finds its lazy chunks. They are copied after the precache
 * manifest was made, so they are served but not precached. The server compares `build-id` at its start, to know whether
 * the build is older than the sources.
 */
export function release(id: string, destination: string): Plugin {
  let folder = ''
  let isWritten = false
  return {
    name: 'voltfolio:release',
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
      handler() {
        // Vite also calls `closeBundle` after a failed build.
        if (!isWritten) return rmSync(folder, { recursive: true, force: true })
        const assets = readdirSync(join(folder, 'assets'))
        const past = releasesIn(destination)
          .filter((it) => it.id !== id)
          .slice(0, keptReleases - 1)
        for (const asset of past.flatMap((it) => it.assets)) {
          const kept = join(destination, 'assets', asset)
          if (!assets.includes(asset) && existsSync(kept))
            writeFileSync(join(folder, 'assets', asset), readFileSync(kept))
        }
        writeFileSync(join(folder, 'releases.json'), JSON.stringify([{ id, assets }, ...past]))
        writeFileSync(join(folder, 'build-id'), id)
        replace(destination, folder)
      },
    },
  }
}

function releasesIn(folder: string): Release[] {
  const list = join(folder, 'releases.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Release[]) : []
}

function replace(destination: string, folder: string): void {
  const old = `${folder}-old`
  if (existsSync(destination)) renameSync(destination, old)
  renameSync(folder, destination)
  rmSync(old, { recursive: true, force: true })
}
