// Imported into every process that start.mjs starts. If start.mjs dies, even by kill -9, its channel closes and
// this process stops too: nobody finds the port or the data directory held by something they can't see.
const patienceMs = 10_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), patienceMs).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.channel?.unref()
