import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript of any Node ≥ 20 and nothing installed: this is what runs before everything else.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** Installed programs first: npm's own Node then is the pinned one. */
export const installedFirst = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }

/** The Node that the project is made for; our own where its package could not be installed. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

const stamp = join(root, 'node_modules', '.installed')

/** Installs the packages of package-lock.json where they are missing or of another lock. Exits the process where it can't. */
export function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (once, some minutes on a slow line) ...')
  // A registry that lacks another platform's binary makes `ci` fail where `install` goes on.
  if (!npm('ci') && !npm('install')) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** @param {'ci' | 'install'} how */
function npm(how) {
  const flags = ['--no-audit', '--no-fund', '--include=dev', '--include=optional']
  return (
    spawnSync('npm', [how, ...flags], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
  )
}

/**
 * Path of a Chromium: `CHROME_PATH`, else one on the path, else Debian's package where we may install it,
 * else Playwright's download. Exits the process where there is none to be had.
 */
export function findBrowser() {
  const found = installedBrowser()
  if (found !== undefined) return found
  if (isDebian() && process.getuid?.() === 0) {
    console.log('Installing Chromium with apt ...')
    run('apt-get', ['update'])
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'])
    const packaged = installedBrowser()
    if (packaged !== undefined) return packaged
  }
  console.log('Downloading Chromium with Playwright ...')
  run(pinnedNode(), ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  const downloaded = spawnSync(pinnedNode(), ['--print', "require('playwright-core').chromium.executablePath()"], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.trim()
  if (existsSync(downloaded)) return downloaded
  console.error('No Chromium: set CHROME_PATH to one.')
  process.exit(1)
}

function installedBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
      if (existsSync(join(folder, name))) return join(folder, name)
    }
  }
  return undefined
}

function isDebian() {
  return existsSync('/etc/debian_version')
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  return (
    spawnSync(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...installedFirst, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  )
}
