import { setTimeout as passed } from 'node:timers/promises'
import { claimEarnings, gameSign } from '#protocol/rewards.ts'
import { noticeRead } from '#protocol/messages.ts'
import type { Command } from '#src/outbox/command.ts'
import { isOpen } from '#src/outbox/command.ts'
import { startFaultProxy, type Odds } from '#tests/support/fault-proxy.ts'
import { createNodePhone } from '#tests/support/node-phone.ts'
import { startServer } from '#tests/support/server-process.ts'
import { createDice } from '#tests/support/simulator/dice.ts'

/**
 * `npm run soak`: for MINUTES (2), three clients of one member enqueue commands over a network with random faults
 * (SEED), while clients and server are killed. Every round ends without faults and compares outboxes and server.
 * DATABASE_URL takes a PostgreSQL instead of the embedded database.
 */
const minutes = Number(process.env.MINUTES ?? 2)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const roundMs = 10_000
const patienceMs = 120_000

const dice = createDice(seed)
const server = await startServer()
const proxy = await startFaultProxy(server.origin, seed)
console.log(`soak of ${minutes} min, SEED=${seed}`)
const phones = await Promise.all([1, 2, 3].map(() => createNodePhone(proxy.origin, { timeoutMs: 3000 })))
const saved = new Map<string, { phone: number; command: Command }>()
let reopened = 0
let killed = 0
let refused = 0
let longestMs = 0
let unread: string[] = []
const faults: string[] = []

const end = performance.now() + minutes * 60_000
let round = 0
while (performance.now() < end) {
  round++
  unread = (await (await fetch(`${server.origin}/test/messages?count=300`, { method: 'POST' })).json()) as string[]
  await injectFaults()
  longestMs = Math.max(longestMs, await drainAll())
  await compare()
  const { none, ...counts } = proxy.counts
  console.log(
    `round ${round}: ${saved.size} commands saved, ${none} requests passed, faults ${JSON.stringify(counts)}, ${reopened} phones and ${killed} servers killed, longest to converge ${(longestMs / 1000).toFixed(1)} s`,
  )
}

for (const phone of phones) phone.close()
await proxy.close()
await server.dispose()
const injected = Object.entries(proxy.counts).reduce((sum, [fault, count]) => sum + (fault === 'none' ? 0 : count), 0)
const lost = faults.filter((it) => it.startsWith('lost')).length
const doubled = faults.filter((it) => it.startsWith('doubled')).length
for (const fault of faults) console.log(fault)
console.log(
  `\ncommands sent ${saved.size}, of which refused by rule ${refused}; faults injected ${injected}; lost ${lost}; doubled ${doubled}; longest time to converge ${(longestMs / 1000).toFixed(1)} s; SEED=${seed}`,
)
process.exit(faults.length > 0 ? 1 : 0)

async function injectFaults(): Promise<void> {
  const until = performance.now() + roundMs
  while (performance.now() < until) {
    if (dice.chance(0.05)) proxy.odds = randomOdds()
    if (dice.chance(0.03)) {
      reopened++
      dice.pick(phones).reopen()
    }
    if (dice.chance(0.01)) {
      killed++
      await server.kill()
      await passed(dice.whole(0, 500))
      await server.start()
    }
    tap()
    await passed(dice.whole(1, 60))
  }
}

function randomOdds(): Odds {
  const badness = dice.pick([0, 0.05, 0.15])
  const some = () => dice.next() * badness
  return {
    lost: some(),
    answerLost: some(),
    truncated: some(),
    doubled: some(),
    blackHole: some() / 2,
    delayed: some() * 2,
    slowestMs: 1500,
  }
}

function tap(): void {
  const number = dice.whole(0, phones.length - 1)
  const { outbox } = phones[number]!
  const what = dice.next()
  const message = unread.pop()
  const saving =
    what < 0.1
      ? outbox.enqueue(gameSign, {})
      : what < 0.2
        ? outbox.enqueue(claimEarnings, {})
        : message
          ? outbox.enqueue(noticeRead, { ids: [message] })
          : undefined
  saving?.then(
    (command) => saved.set(command.id, { phone: number, command }),
    () => {},
  )
}

/** Removes all faults until nothing waits any more. Resolves with the milliseconds that took. */
async function drainAll(): Promise<number> {
  proxy.odds = {}
  proxy.closeConnections()
  const begun = performance.now()
  const waits = () => phones.flatMap(({ outbox }) => outbox.commands.getSnapshot().filter(isOpen))
  for (const { outbox } of phones) void outbox.resume()
  while (waits().length > 0) {
    if (performance.now() - begun > patienceMs) {
      faults.push(`stuck: ${JSON.stringify(waits()[0])}`)
      break
    }
    await passed(50)
    for (const { outbox } of phones) if (waits().length > 0) void outbox.drain(true)
  }
  return performance.now() - begun
}

/** Checks that every saved command is on the server once, under its own key, with the outcome the client shows. */
async function compare(): Promise<void> {
  const taken = new Map(
    ((await (await fetch(`${server.origin}/test/keys`)).json()) as { key: string; status: number }[]).map((it) => [
      it.key,
      it.status,
    ]),
  )
  const rows = new Map(phones.flatMap(({ outbox }) => outbox.commands.getSnapshot()).map((row) => [row.id, row]))
  refused = 0
  for (const [id, { command }] of saved) {
    const status = taken.get(id)
    const row = rows.get(id)
    if (status === undefined) faults.push(`lost: ${command.call} ${id}`)
    else if (row && (row.state === 'applied') !== (status === 0))
      faults.push(`told otherwise: ${id} is ${row.state} here and ${status} there`)
    if (status !== undefined && status !== 0) refused++
  }
  for (const key of taken.keys()) if (!saved.has(key) && !rows.has(key)) faults.push(`doubled: ${key} is nobody's`)
}
