import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import { uploadAvatar } from '#protocol/settings.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { shopOn } from '#tests/support/shop.ts'

const [ok, badRequest, tooLarge, reused, tooMany, notFound, unusable] = [0, 400, 413, 422, 429, 1404, 1770]
const at = (minute: number) => `2026-11-20T05:${String(minute).padStart(2, '0')}:00.000Z`

const drawn = (width: number, height: number, background = '#2a6') =>
  sharp({ create: { width, height, channels: 3, background } })
const png = (width = 640, height = 480, background?: string) => drawn(width, height, background).png().toBuffer()

describe.each(databases)('the avatar on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  async function person() {
    const memberId = await shopOn(world.database, clock).member()
    const token = await world.tokenOf(memberId)
    const send = async (raw: Uint8Array, { key = randomUUID() as string, madeAt = at(10) } = {}) =>
      await world.call(uploadAvatar.path, { raw, args: { madeAt }, inQuery: true, key, token })
    return {
      memberId,
      token,
      send,
      upload: async (raw: Uint8Array, options?: Parameters<typeof send>[1]) => {
        const { body } = await send(raw, options)
        return { errno: body.errno, ...(body.data as { avatarId: string; userInfo: { avatarUrl: string } } | null) }
      },
      edit: async (args: object) =>
        (await world.call('user/update/info', { args: { madeAt: at(30), ...args }, token })).body,
      avatarUrl: async () =>
        (
          (await world.call('user/info', { method: 'GET', token })).body.data as {
            userInfo: { avatarUrl: string | null }
          }
        ).userInfo.avatarUrl,
    }
  }
  const shown = async (address: string | null | undefined) =>
    await world.app.fetch(new Request(`http://app.test${address}`), {
      incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } },
    })
  const rows = async () =>
    Number(
      (
        await world.database.kysely
          .selectFrom('avatar')
          .select((it) => it.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  test.each([
    ['PNG', () => png()],
    ['JPEG', () => drawn(640, 480).jpeg().toBuffer()],
    ['WebP', () => drawn(640, 480).webp().toBuffer()],
  ])('a %s becomes a square WebP that browsers keep for ever', async (_, make) => {
    const { upload, avatarUrl } = await person()
    const { errno, userInfo } = await upload(await make())
    expect(errno).toBe(ok)
    expect(userInfo?.avatarUrl).toMatch(/^\/wx\/picture\/[\w-]{43}\.webp$/)
    expect(await avatarUrl()).toBe(userInfo?.avatarUrl)
    const answer = await shown(userInfo?.avatarUrl)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      [header.ours]: '1',
    })
    const picture = await sharp(await answer.arrayBuffer()).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('keeps nothing that a camera had put in, but for the way up', async () => {
    const { upload } = await person()
    const photo = await sharp(Buffer.from(await png(600, 300)))
      .composite([{ input: await png(600, 100, '#d00'), top: 0, left: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' }, IFD3: { GPSLatitude: '6/1 12/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(photo.includes('SECRET PLACE')).toBe(true)
    const { userInfo } = await upload(photo)
    const bytes = Buffer.from(await (await shown(userInfo?.avatarUrl)).arrayBuffer())
    expect(bytes.includes('SECRET PLACE')).toBe(false)
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    })
    // The top of the photo is the right side of what the camera held.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[(info.width * 150 + info.width - 5) * info.channels]).toBeGreaterThan(180)
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['text', () => Buffer.from('<html>no picture</html>')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ['an SVG behind the first bytes of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<svg width="9"/>', 'latin1')],
    ['a GIF', () => drawn(9, 9).gif().toBuffer()],
    ['a TIFF', () => drawn(9, 9).tiff().toBuffer()],
    ['a JPEG that is cut short', async () => (await drawn(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    ['a PNG that is cut short', async () => (await png(900, 900)).subarray(0, 400)],
    ['a bomb: few bytes, 25 million pixels', () => png(5000, 5000)],
  ])('refuses %s, and keeps what was there', async (_, make) => {
    const { upload, avatarUrl } = await person()
    const before = (await upload(await png(40, 40))).userInfo?.avatarUrl
    const picture = await make()
    expect(picture.byteLength).toBeLessThan(uploadAvatar.mostBodyBytes ?? 0)
    expect((await upload(picture, { madeAt: at(20) })).errno).toBe(unusable)
    expect(await avatarUrl()).toBe(before)
    expect((await shown(before)).status).toBe(200)
  })

  test('reads no more than its limit, and other calls no more than theirs', async () => {
    const { send, token } = await person()
    const twenty = await send(new Uint8Array(20 * 2 ** 20))
    expect([twenty.status, twenty.body.errno]).toEqual([413, tooLarge])
    const raw = JSON.stringify({ madeAt: at(1), nickname: 'x'.repeat(64 * 1024) })
    expect((await world.call('user/update/info', { raw, token })).status).toBe(413)
  })

  test('the old picture is gone when another comes, and with null', async () => {
    const { upload, edit, avatarUrl } = await person()
    const before = await rows()
    const first = (await upload(await png(30, 30, '#111'))).userInfo?.avatarUrl
    const second = (await upload(await png(30, 30, '#eee'), { madeAt: at(11) })).userInfo?.avatarUrl
    expect(second).not.toBe(first)
    expect([(await shown(first)).status, (await shown(second)).status]).toEqual([404, 200])
    expect(await rows()).toBe(before + 1)
    expect(await edit({ avatarId: null })).toMatchObject({ errno: ok, data: { avatarUrl: null } })
    expect((await shown(second)).status).toBe(404)
    expect([await avatarUrl(), await rows()]).toEqual([null, before])
  })

  test('an id is taken from its owner only', async () => {
    const [one, other] = [await person(), await person()]
    const { avatarId, userInfo } = await one.upload(await png(20, 20))
    expect(await one.edit({ avatarId, nickname: 'Sari' })).toMatchObject({
      errno: ok,
      data: { nickname: 'Sari', avatarUrl: userInfo?.avatarUrl },
    })
    expect(await other.edit({ avatarId, nickname: 'Thief' })).toMatchObject({ errno: notFound })
    expect(await other.avatarUrl()).toBeNull()
    expect(
      (await world.call(uploadAvatar.path, { raw: await png(), args: { madeAt: at(1) }, inQuery: true })).status,
    ).toBe(401)
  })

  test('the same key uploads once; with another picture it is refused', async () => {
    const { upload, send } = await person()
    const key = randomUUID()
    const [picture, another] = [await png(50, 50, '#123'), await png(50, 50, '#321')]
    const first = await upload(picture, { key })
    const copies = await Promise.all([upload(picture, { key }), upload(picture, { key })])
    expect(copies).toEqual([first, first])
    const wrong = await send(another, { key })
    expect([wrong.status, wrong.body.errno]).toEqual([422, reused])
  })

  test('a picture chosen earlier that arrives later changes nothing', async () => {
    const { upload, edit } = await person()
    const later = await upload(await png(60, 60, '#456'), { madeAt: at(20) })
    expect(await upload(await png(60, 60, '#654'), { madeAt: at(15) })).toEqual(later)
    await edit({ avatarId: null, madeAt: at(40) })
    expect(await upload(await png(60, 60, '#654'), { madeAt: at(35) })).toMatchObject({
      avatarId: null,
      userInfo: { avatarUrl: null },
    })
  })

  test('no query says when: refused; thirty an hour are enough', async () => {
    const { send, token } = await person()
    const picture = await png(8, 8)
    expect((await world.call(uploadAvatar.path, { raw: picture, inQuery: true, token })).body.errno).toBe(badRequest)
    for (let n = 0; n < 30; n++) expect((await send(picture, { madeAt: at(n) })).status).toBe(200)
    const more = await send(picture)
    expect([more.status, more.body.errno, Number(more.headers.get('retry-after')) > 0]).toEqual([429, tooMany, true])
  })

  test('is deleted with the account', async () => {
    const { memberId, token, upload } = await person()
    const passwordHash = cheapHash('a-good-one')
    await world.database.kysely.updateTable('member').set({ passwordHash }).where('id', '=', memberId).execute()
    const { userInfo } = await upload(await png(33, 33, '#a1b2c3'))
    const left = await world.call('auth/unsubscribe', { args: { password: 'a-good-one', confirmed: true }, token })
    expect(left.body.errno).toBe(ok)
    expect((await shown(userInfo?.avatarUrl)).status).toBe(404)
  })

  test('an address that is none is not found', async () => {
    for (const name of ['', 'x.webp', '../auth.webp', `${'A'.repeat(43)}.png`, `${'A'.repeat(43)}.webp`])
      expect((await shown(`/wx/picture/${name}`)).status).toBe(404)
  })
})
