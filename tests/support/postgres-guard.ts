import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

// Parent process of the test run's PostgreSQL. When the run ends, even by SIGKILL, our standard input closes: then the
// server stops and its files are deleted.
// The input accepts two commands: `kill` (by SIGKILL) and `start` (again, on the same files).
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
    // Children of the killed server hold its shared memory for a moment.
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
