import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

// Stands between a test run and its PostgreSQL. When the run goes, even by kill -9, its end of our standard input
// closes: then the server stops and its files are deleted, and no orphan is left behind.
// That input takes two words from a test: `kill` (with -9) and `start` (again, on the same files).
const [binary = '', folder = '', uid = '', ...options] = process.argv.slice(2)
const retryMs = 100
let state: 'serving' | 'killed' | 'restarted' | 'stopping' = 'serving'
let server = start()

function start(): ChildProcess {
  const started = spawn(binary, options, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(uid === '' ? {} : { uid: Number(uid), gid: Number(uid) }),
  })
  started.on('exit', (code) => {
    if (state === 'killed') return void process.stderr.write('guard: killed\n')
    // What the killed one has left running still holds its memory for a moment.
    if (state === 'restarted')
      return void setTimeout(() => {
        if (state === 'restarted') server = start()
      }, retryMs)
    end(code)
  })
  return started
}

function end(code: number | null): void {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
}

function stop(): void {
  const isGone = server.exitCode !== null || server.signalCode !== null
  state = 'stopping'
  if (isGone) end(0)
  server.kill('SIGINT')
}

process.stdin.on('data', (words: Buffer) => {
  if (words.toString().startsWith('kill')) {
    state = 'killed'
    server.kill('SIGKILL')
  } else {
    state = 'restarted'
    server = start()
  }
})
process.stdin.on('end', stop).on('error', stop)
process.on('SIGINT', stop).on('SIGTERM', stop)
