import { onServer } from './on-server.ts'

/** The key and its effect. */
export const keys = [
  onServer({
    name: 'the key is not kept with its effect',
    file: 'server/http/pipeline.ts',
    from: 'const claim = await claimKey(db, keyed, clock)',
    to: 'const claim = await claimKey(db, { ...keyed, key: crypto.randomUUID() }, clock)',
    test: 'money-calls',
    caughtBy: 'a withdrawal: shown before, proved, done once however often it is sent, and followed to its end',
  }),
  onServer({
    name: 'the key is stored outside the transaction',
    file: 'server/http/pipeline.ts',
    from: 'const claim = await claimKey(db, keyed, clock)',
    to: 'const claim = await claimKey(db, keyed, clock)\n      const { sql } = await import("kysely")\n      await sql`commit`.execute(db)\n      await sql`begin`.execute(db)',
    test: 'keys',
    caughtBy: 'is answered 5xx and kept nowhere: the same key then succeeds',
  }),
  onServer({
    name: 'the body behind a key is not compared',
    file: 'server/http/idempotency.ts',
    from: "if (!keyed.digests.includes(before.reqHash)) throw new DomainError('key_reused')",
    to: '',
    test: 'keys',
    caughtBy: 'with another body, or for another call, is refused and changes nothing',
  }),
  onServer({
    name: 'a failure of ours is kept as the outcome',
    file: 'server/http/pipeline.ts',
    from: 'if (!(cause instanceof DomainError) || errors[cause.code].http !== 200) throw cause',
    to: "if (!(cause instanceof DomainError)) return { refusal: { code: 'internal', params: {} } }",
    test: 'offline-keys',
    caughtBy: 'is never kept as the outcome',
  }),
]
