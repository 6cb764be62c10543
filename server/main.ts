import { systemClock } from './clock.ts'
import { keyringOf } from './db/keyring.ts'
import { demoMember } from './db/seed/demo-member.ts'
import { jobs } from './features/jobs.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { createLog } from './log.ts'
import { openAdminSocket } from './admin-socket.ts'
import { openDemoStations } from './ocpp/demo-stations.ts'
import { run } from './run.ts'
import { refusalToStart } from './start-refusal.ts'
import { configOrExit, exitInWords } from './starting.ts'
import { stopOnSignals } from './stopping.ts'

const config = configOrExit((env, read) => {
  const refusal = refusalToStart(env, read)
  // Where a key management service keeps the key, it is asked before anything is opened.
  if (refusal === undefined && read.wrappedCardKeys) keyringOf(read)
  return refusal
})
const log = createLog()
console.log('Opening the database; the first start makes and fills it ...')
const running = await run(
  { config, clock: systemClock, log },
  {
    background: (deps, origin) => {
      const demoStations = openDemoStations(origin)
      const scheduler = startScheduler(
        deps,
        jobs.map((job) => (job.name === 'simulate' ? { ...job, run: demoStations.drive } : job)),
      )
      // With a database of its own, commands go straight to that.
      const adminSocket = deps.config.databaseUrl === undefined ? openAdminSocket(deps) : undefined
      return async () => {
        const left = demoStations.stop()
        await (
          await adminSocket
        )?.()
        await scheduler.stop()
        await left
      }
    },
  },
).catch((cause: unknown) => exitInWords(cause, config))
console.log(`Voltfolio is at ${running.origin}`)
if (config.demo)
  console.log(
    `Demo member: phone ${demoMember.phone}, password ${demoMember.password}. All money in it is demonstration money.`,
  )
if (!config.demo && running.deps.database.kind === 'pglite')
  log.error(
    'the embedded database flushes nothing to the disk: after a power cut, what was confirmed may be lost. Set DATABASE_URL',
    undefined,
  )

stopOnSignals(() => running.stop(), log)
