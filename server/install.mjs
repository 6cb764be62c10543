import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript for any Node from 20 on: this file runs before a package is installed.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** An environment in which installed programs come first, the pinned Node among them. */
export const installedFirst = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }

/** The Node that the project is made for; our own where its package could not be installed. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

const stamp = join(root, 'node_modules', '.installed')

/** Installs what package-lock.json names, unless that was done. Exits the process where it can't. */
export function installPackages() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest()) return
  console.log('Installing packages, once; some minutes on a slow line ...')
  // `ci` wants a lock that names the binaries of every platform; where ours doesn't, `install` goes on.
  const complaint = npm('ci') && npm('install')
  if (complaint !== undefined) {
    console.error(`${complaint}\nThe packages could not be installed.`)
    process.exit(1)
  }
  // Of the lock as it is now: `npm install` may have added to it, and the next start must not install again for that.
  writeFileSync(stamp, lockDigest())
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/**
 * @param {'ci' | 'install'} how
 * @returns {string | undefined}
 */
function npm(how) {
  const flags = ['--loglevel=error', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  // Not with the installed Node, which npm replaces meanwhile.
  return quietly('npm', [how, ...flags], { env: process.env, shell: process.platform === 'win32' })
}

/**
 * Runs a program to its end without showing what it prints. Gives that where it failed, `undefined` where it succeeded.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 * @returns {string | undefined}
 */
export function quietly(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    env: installedFirst,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 2 ** 20,
    ...options,
  })
  if (status === 0) return undefined
  const said = [stdout, stderr, error?.message].map((it) => it?.toString() ?? '').join('')
  return said.trim() || `${program} ended with ${status}`
}

/**
 * Path of a Chromium: `CHROME_PATH`, else one on the path, else Debian's package where we may install it,
 * else Playwright's download. Exits the process where there is none to be had.
 */
export function findBrowser() {
  const found = installedBrowser()
  if (found !== undefined) return found
  if (mayInstallPackages()) {
    installPackaged('chromium')
    const packaged = installedBrowser()
    if (packaged !== undefined) return packaged
  }
  console.log('Downloading Chromium with Playwright ...')
  const complaint = quietly(pinnedNode(), ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  const downloaded = spawnSync(pinnedNode(), ['--print', "require('playwright-core').chromium.executablePath()"], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.trim()
  if (existsSync(downloaded)) return downloaded
  console.error(`${complaint ?? ''}\nNo Chromium: set CHROME_PATH to one.`)
  process.exit(1)
}

/**
 * Path of Chromium without a window, which needs a fifth less of the processor and has no notifications:
 * `HEADLESS_SHELL_PATH`, else `CHROME_PATH`, else Debian's, installed where we may, else the whole browser.
 */
export function findHeadlessShell() {
  const name = 'chromium-headless-shell'
  const installed = () => process.env.HEADLESS_SHELL_PATH || process.env.CHROME_PATH || onPath([name])
  if (installed() === undefined && mayInstallPackages()) installPackaged(name)
  return installed() ?? findBrowser()
}

function installedBrowser() {
  return process.env.CHROME_PATH || onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
}

function onPath(names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
}

function mayInstallPackages() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0
}

function installPackaged(name) {
  console.log(`Installing ${name} with apt ...`)
  const apt = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const complaint =
    quietly('apt-get', ['update'], apt) ??
    quietly('apt-get', ['install', '--yes', '--no-install-recommends', name], apt)
  if (complaint !== undefined) console.error(complaint)
}
