// Imported into every process that start.mjs starts. When start.mjs dies, even by kill -9, its channel closes and
// this process stops too. Otherwise a server that nobody sees would hold the port and the data directory.
const patienceMs = 10_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patienceMs).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.channel?.unref()
