/** A mistake that others have made, as a change of one place, and the tests of which one must fail with it. */
export interface PlantedBug {
  name: string
  file: string
  from: string
  to: string
  project: 'unit' | 'server'
  tests: readonly string[]
}

const histories = ['tests/offline/outbox-histories.test.ts']
const onTheServer = ['tests/server/offline-histories.test.ts']

export const plantedBugs: readonly PlantedBug[] = [
  { name: 'a new id on every retry', file: 'src/outbox/drain.ts', from: 'await ports.send(claimed)', to: 'await ports.send(claimed.attempt > 1 ? { ...claimed, id: ports.newOwner() } : claimed)', project: 'unit', tests: histories },
  { name: 'the key is minted anew for every attempt', file: 'src/outbox/send.ts', from: 'key: command.id, ', to: '', project: 'unit', tests: ['tests/unit/send.test.ts'] },
  {
    name: 'the row is deleted before the answer', file: 'src/outbox/drain.ts', from: 'const event = await ports.send(claimed)', to: 'await storage.remove([claimed.id])\n    const event = await ports.send(claimed)',
    project: 'unit', tests: histories,
  },
  { name: 'errno is not looked at', file: 'src/api/wire.ts', from: 'if (body.errno === 0 && response.ok) return body.data', to: 'if (response.ok) return body.data', project: 'unit', tests: ['tests/unit/client.test.ts'] },
  { name: 'our marker is not looked for', file: 'src/api/wire.ts', from: '!response.headers.has(header.ours) || ', to: '', project: 'unit', tests: ['tests/unit/client.test.ts'] },
  { name: 'redirects are followed', file: 'src/api/wire.ts', from: "redirect: 'error'", to: "redirect: 'follow'", project: 'unit', tests: ['tests/unit/client.test.ts'] },
  { name: 'a claim is never given up', file: 'src/outbox/drain.ts', from: "if (row.state === 'inflight') await", to: "if (row.state === 'inflight' && row.lease === null) await", project: 'unit', tests: histories },
  { name: 'the drainer\'s lease never expires', file: 'src/outbox/lease.ts', from: 'return until > now && until - now <= rowLeaseMs', to: 'return until > 0 && now > 0', project: 'unit', tests: histories },
  { name: 'the seal is looked at before claiming, and not while', file: 'src/outbox/drain.ts', from: 'caughtUp(row, known), event), storage.claim)', to: 'caughtUp(row, known), event))', project: 'unit', tests: ['tests/unit/drain-seal.test.ts'] },
  { name: 'the stored seal is ignored', file: 'src/outbox/dexie-storage.ts', from: "(await database.meta.get('sealed'))?.value === true),", to: 'database.meta === undefined),', project: 'unit', tests: ['tests/unit/dexie-storage.test.ts'] },
  { name: 'a lane is not first in, first out', file: 'src/outbox/drain.ts', from: 'const step = nextIn(lane, inOrder(rows), clock.now()', to: 'const step = nextIn(lane, inOrder(rows).toReversed(), clock.now()', project: 'unit', tests: histories },
  { name: 'Retry-After is ignored', file: 'src/outbox/retry.ts', from: 'Math.min(retryAfter, longestRetryAfterMs)', to: '0 * retryAfter', project: 'unit', tests: ['tests/unit/outcome.test.ts', 'tests/unit/lanes.test.ts'] },
  { name: 'a command that was sent is still changed', file: 'src/outbox/enqueue.ts', from: " || last.state !== 'queued' || last.attempt > 0", to: " || last.state !== 'queued'", project: 'unit', tests: histories },
  { name: 'dependsOn is ignored', file: 'src/outbox/lanes.ts', from: "if (needed && needed.state !== 'applied') continue", to: '', project: 'unit', tests: histories },
  { name: 'whose token it is is not looked at', file: 'src/api/client.ts', from: 'if (memberId !== undefined && session.memberId() !== memberId) throw signedOut()', to: '', project: 'unit', tests: ['tests/unit/client.test.ts', 'tests/unit/session.test.ts'] },
  { name: 'two calls renew the token at once', file: 'src/api/session.ts', from: 'underWay ??= renew()', to: 'underWay = renew()', project: 'unit', tests: ['tests/unit/session.test.ts', 'tests/unit/client.test.ts'] },
  { name: 'a 5xx ends a command', file: 'src/outbox/outcome.ts', from: "if (http >= 500) return again(command, 'server', at, retryAfter)\n", to: '', project: 'unit', tests: histories },
  { name: 'an edit forgets that it follows one of ours', file: 'src/outbox/coalescing.ts', from: 'version > base ? { ...args, basedOn: version }', to: 'version > base ? { ...args }', project: 'unit', tests: histories },
  { name: 'a full disk is taken for saved', file: 'src/outbox/enqueue.ts', from: 'throw new NotSaved(fresh, failure)', to: 'return { ...fresh, seq: Number(failure === undefined) }', project: 'unit', tests: histories },
  { name: 'server: the key is not kept with its effect', file: 'server/http/pipeline.ts', from: 'const claim = await claimKey(db, keyed, context.clock)', to: "const claim = await claimKey(db, { ...keyed, key: crypto.randomUUID() }, context.clock)", project: 'server', tests: onTheServer },
  { name: 'server: the key is stored outside the transaction', file: 'server/http/pipeline.ts', from: 'const claim = await claimKey(db, keyed, context.clock)', to: 'const claim = await claimKey(db, keyed, context.clock)\n    await sql`commit`.execute(db)\n    await sql`begin`.execute(db)', project: 'server', tests: onTheServer },
  { name: 'server: the body behind a key is not compared', file: 'server/http/idempotency.ts', from: "if (before.reqHash !== keyed.digest) throw new Refusal('key_reused')", to: '', project: 'server', tests: ['tests/server/keys.test.ts'] },
  { name: 'server: a failure of ours is kept as the outcome', file: 'server/http/pipeline.ts', from: "if (!(cause instanceof Refusal) || errors[cause.code].http !== 200) throw cause", to: "if (!(cause instanceof Refusal)) return { refusal: { code: 'internal', params: {} } }", project: 'server', tests: ['tests/server/offline-keys.test.ts'] },
]
