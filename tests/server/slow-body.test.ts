import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Envelope } from '#protocol/errors.ts'
import { header, prefix } from '#protocol/headers.ts'
import { uploadAvatar } from '#protocol/settings.ts'
import { systemClock } from '#server/clock.ts'
import { revokeOtherSessions } from '#server/http/session.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'

describe.each(oneDatabase)('a body that comes slowly, on $name', ({ open }) => {
  const world = bareWorldFor(open, systemClock)

  /** Sends a call whose body is asked for, then waits for `meanwhile`, and comes. */
  async function errnoOf(path: string, token: string, sent: string, meanwhile: () => Promise<unknown>, type: string) {
    const bytes = new TextEncoder().encode(sent)
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await meanwhile()
          controller.enqueue(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request(`http://app.test${prefix}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'content-length': String(bytes.length),
        [header.key]: randomUUID(),
      },
      body,
      duplex: 'half',
    } as RequestInit)
    const incoming = { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } }
    const answer = await world.app.fetch(request, { incoming })
    return ((await answer.json()) as Envelope).errno
  }

  test.each([
    ['JSON', 'game/sign', '{}', 'application/json'],
    ['a picture', `${uploadAvatar.path}?madeAt=2026-11-20T06:00:00.000Z`, 'no picture', 'image/png'],
  ])('of %s does nothing for a session that has ended meanwhile', async (_, path, sent, type) => {
    const { memberId, token } = await world.member()
    const end = () => revokeOtherSessions(world.database.kysely, memberId, null, systemClock)
    expect(await errnoOf(path, token, sent, end, type)).toBe(401)
    const { kysely } = world.database
    expect(await kysely.selectFrom('idem').select('key').where('memberId', '=', memberId).execute()).toEqual([])
  })

  test('of a feed is refused where its key was ended meanwhile', async () => {
    const { memberId } = await world.member()
    const token = await world.feedKey('bank')
    const report = { source: 'bank', externalId: 'a', memberId, amount: 100, currency: 'USD' }
    const sent = JSON.stringify({ ...report, receivedAt: new Date().toISOString() })
    const end = () =>
      world.database.kysely
        .updateTable('feedKey')
        .set({ endsAt: new Date(0).toISOString() })
        .execute()
    expect(await errnoOf('feed/topUp', token, sent, end, 'application/json')).toBe(403)
  })
})
