import { createHash } from 'node:crypto'
import { instant, millisOf } from '../clock.ts'
import type { Config } from '../config.ts'
import { keyringOf } from '../db/keyring.ts'
import { demoProducts } from '../db/seed/demo-products.ts'
import { addDemoStations } from '../features/products/charging/demo-stations.ts'
import { digestOf } from '../features/products/charging/stations.ts'
import { demoPrice } from '../features/products/charging/demo-price.ts'
import { simulate, drivenPiles, seed, type DrivenPile } from '../features/products/machines/simulate.ts'
import type { Run } from '../features/products/machines/simulator.ts'
import { runAt, runsBetween, stateAt } from '../features/products/machines/simulator.ts'
import type { JobDeps } from '../jobs/job.ts'
import type { Speaker } from './demo-speakers.ts'
import { speaker16, speaker201 } from './demo-speakers.ts'
import type { StationClient } from './station-client.ts'

export interface DemoStations {
  /** The run of the job `simulate`: vehicles and history by themselves, piles by their stations. */
  drive(deps: JobDeps): Promise<void>
  /** Disconnects the stations, and says nothing of those that are still connecting. */
  stop(): Promise<void>
}

const identities = demoProducts.filter((it) => it.kind === 'pile').map((it) => it.deviceNumber)
const meterMs = 60_000
/** Sessions of a backlog that one round sends: the job's lease must outlast a round. */
const mostAtOnce = 100

interface Connected {
  client: StationClient
  speaker: Speaker
  /** The session that goes on, as the server knows it. */
  running: { run: Run; name: string | number; meteredAt: number } | null
  /** Since when the state lasts that was told last. */
  toldSince: string | null
  doneThrough: number | null
}

/**
 * Drives the demonstration's piles as real ones are: each is a station that connects to this server's own endpoint,
 * with a secret of its own, and sends what it does with the times at which it did so. Piles in turn speak 1.6 and
 * 2.0.1. Which sessions there are is computed alike by every process; the server counts each once, whoever sends it.
 */
export function openDemoStations(origin: string): DemoStations {
  const connected = new Map<string, Connected>()
  let isKnown = false
  let isStopped = false

  async function drive(deps: JobDeps): Promise<void> {
    if (!isKnown) await introduce(deps)
    isKnown = true
    await simulate(deps)
    const piles = await drivenPiles(deps.database.kysely)
    await Promise.all(
      piles.map((pile) =>
        work(deps, pile).catch((cause: unknown) => {
          if (isStopped) return
          // It connects again in the next round, as a real one would.
          deps.log.info('demo station not connected', { station: pile.profile.deviceNumber, why: String(cause) })
          drop(pile.profile.deviceNumber)
        }),
      ),
    )
  }

  async function work({ clock, config }: JobDeps, pile: DrivenPile): Promise<void> {
    const { profile } = pile
    const it = connected.get(profile.deviceNumber) ?? (await connect(profile.deviceNumber, config))
    const now = clock.now()
    it.doneThrough ??= pile.lastEndedAt === null ? now : millisOf(pile.lastEndedAt)
    for (const run of runsBetween(seed, profile, it.doneThrough, now).slice(0, mostAtOnce)) {
      const name =
        it.running?.run.externalId === run.externalId ? it.running.name : await it.speaker.begin(run, meterAt(run))
      await it.speaker.end(run, name, meterAt(run) + energyOf(run))
      it.running = null
      it.doneThrough = millisOf(run.endedAt)
    }
    await tellRunning(it, runAt(seed, profile, now), now)
    const state = stateAt(seed, profile, now)
    if (state.since === it.toldSince) return
    await it.speaker.status(state.state, state.since)
    it.toldSince = state.since
  }

  async function tellRunning(it: Connected, run: Run | undefined, now: number): Promise<void> {
    if (!run) return
    if (it.running?.run.externalId !== run.externalId)
      it.running = { run, name: await it.speaker.begin(run, meterAt(run)), meteredAt: now }
    if (now - it.running.meteredAt < meterMs) return
    const part = (now - millisOf(run.startedAt)) / (millisOf(run.endedAt) - millisOf(run.startedAt))
    await it.speaker.meter(run, it.running.name, instant(now), meterAt(run) + Math.floor(energyOf(run) * part))
    it.running.meteredAt = now
  }

  async function connect(identity: string, config: Config): Promise<Connected> {
    // The library is heavy: a server that is no demonstration never loads it for this.
    const { stationClient } = await import('./station-client.ts')
    const isNewer = identities.indexOf(identity) % 2 === 0
    const client = stationClient({
      endpoint: `${origin.replace(/^http/, 'ws')}/ocpp`,
      identity,
      secret: secretOf(config, identity),
      protocols: [isNewer ? 'ocpp2.0.1' : 'ocpp1.6'],
    })
    await client.connect()
    const speaker = isNewer ? speaker201(client, 'Demo 2') : speaker16(client, 'Demo 1')
    const made: Connected = { client, speaker, running: null, toldSince: null, doneThrough: null }
    client.once('close', () => {
      if (connected.get(identity) === made) connected.delete(identity)
    })
    connected.set(identity, made)
    await speaker.boot()
    return made
  }

  function drop(identity: string): void {
    void connected
      .get(identity)
      ?.client.close({ force: true })
      .catch(() => undefined)
    connected.delete(identity)
  }

  return {
    drive,
    stop: async () => {
      isStopped = true
      await Promise.allSettled([...connected.values()].map((it) => it.client.close({ force: true })))
    },
  }
}

/** Stations of the demonstration are in the database before the first of them connects, and before piles go on. */
async function introduce({ database, clock, config }: JobDeps): Promise<void> {
  await database.inTransaction((db) =>
    addDemoStations(
      db,
      identities.map((identity) => ({ identity, secretDigest: digestOf(secretOf(config, identity)) })),
      clock,
    ),
  )
}

/** The same in every process and after every start, and known to none but this installation. */
function secretOf(config: Config, identity: string): string {
  return createHash('sha256')
    .update(keyringOf(config).digest(`demo station ${identity}`))
    .digest('hex')
    .slice(0, 40)
}

/** A meter that only ever grows, faster than any pile charges. */
function meterAt(run: Run): number {
  return Math.floor((millisOf(run.startedAt) - millisOf('2025-01-01T00:00:00.000Z')) / 1000) * 30
}

/** As much energy as brings the session's amount by the demonstration's tariff. */
function energyOf({ amount }: Run): number {
  return Math.ceil((Math.max(0, amount - demoPrice.startFee) * 1_000_000) / demoPrice.perKwh)
}
