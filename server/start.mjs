import { spawn } from 'node:child_process'
import { buildWhereNeeded } from './build.mjs'
import { exitCodeOf } from './exit-code.mjs'
import { installedFirst, installPackages, pinnedNode, root } from './install.mjs'

const isDevelopment = process.argv.includes('--dev')
// The development server passes calls on to this address (vite.config.ts).
const env = { API_ORIGIN: `http://127.0.0.1:${process.env.PORT || 8080}`, ...installedFirst }

installPackages()
if (!isDevelopment) buildWhereNeeded()

const children = [start('server/main.ts'), ...(isDevelopment ? [start('node_modules/vite/bin/vite.js')] : [])]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
stopWithNpm()

/** @param {string} script */
function start(script) {
  // A process group of its own: Ctrl-C reaches only this process, which passes it on once.
  const child = spawn(pinnedNode(), ['--import', './server/child-process-guard.mjs', script], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  child.once('exit', (code, signal) => {
    process.exitCode ??= exitCodeOf(code, signal)
    end('SIGTERM')
    if (children.every(isOver)) process.exit()
  })
  return child
}

/** @param {NodeJS.Signals} signal */
function end(signal) {
  for (const child of children) if (!isOver(child)) child.kill(signal)
}

/** @param {import('node:child_process').ChildProcess} child */
function isOver(child) {
  return child.exitCode !== null || child.signalCode !== null
}

/** Ends the children when npm is gone: npm passes on signals, but a kill -9 of npm itself reaches nobody. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) end('SIGTERM')
  }, 500).unref()
}
