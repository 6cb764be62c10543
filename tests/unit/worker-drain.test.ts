import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { writeMeta } from '#src/cache/storage/meta.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { fakeTransport, ours } from '#tests/support/fake-transport.ts'
import { drainInWorker, visitor } from '../../sw/drain.ts'

const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const

test("a worker that still holds another member's token asks for the one of whoever is signed in", async () => {
  let cookieOf: string
  const { transport, asked } = fakeTransport(({ url }) =>
    url === '/wx/auth/refresh'
      ? ours({ accessToken: `of ${cookieOf}`, memberId: cookieOf, expiresAt: '2026-11-20T00:15:00.000Z' })
      : ours({ day: '2026-11-20', points: 1, streak: 1, goldCoins: 0 }),
  )
  vi.stubGlobal('fetch', transport.fetch)

  for (const memberId of [a, a, b]) {
    cookieOf = memberId
    const storage = createDexieStorage(
      createConnection(async () => openDatabase(memberName(memberId))),
      memberId,
    )
    await storage.append(undefined, (seq) =>
      commandLike({ id: crypto.randomUUID(), uid: memberId, seq, call: gameSign.path }),
    )
    await writeMeta(visitor, 'member', memberId)
    await drainInWorker()
    expect((await storage.rows()).map(({ state }) => state)).not.toContain('awaitingSignIn')
    storage.close()
  }

  const sent = asked.filter((it) => it.url === `/wx/${gameSign.path}`)
  expect(sent.map((it) => it.headers['authorization'])).toEqual([`Bearer of ${a}`, `Bearer of ${a}`, `Bearer of ${b}`])
  expect(asked.filter((it) => it.url === '/wx/auth/refresh')).toHaveLength(2)
})
