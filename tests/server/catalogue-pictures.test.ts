import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { header } from '#protocol/headers.ts'
import { draftDetail, orderList } from '#protocol/orders.ts'
import { goodsDetail, userGoodsList } from '#protocol/products.ts'
import { earningsStats } from '#protocol/statistics.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { instant } from '#server/clock.ts'
import { openDatabase } from '#server/db/open.ts'
import { productCards } from '#server/db/product-cards.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { exportPictures } from '#server/features/products/offers/pictures.ts'
import { silentLog } from '#server/log.ts'
import { runAsOwner } from '#tests/support/as-owner.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { catalogueCategory, catalogueProduct } from '#tests/support/catalogue-product.ts'
import { freshPostgresUrl, oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { operatorAccount, operatorProcess } from '#tests/support/operator-account.ts'
import { shopOn } from '#tests/support/shop.ts'

const day = 86_400_000
const who = ['--as', 'Ana', '--why', 'a test']
const stored = /^[\w-]{43}\.webp$/

const drawn = (width: number, height: number, background = '#2a6') =>
  sharp({ create: { width, height, channels: 4, background } })
const noise = (mean: number, sigma: number) =>
  sharp({
    create: { width: 800, height: 600, channels: 3, background: '#888', noise: { type: 'gaussian', mean, sigma } },
  })
    .png()
    .toBuffer()
/** With a grain as photos have, which is another each time that it is compressed. */
const jpeg = async (background: string) =>
  await drawn(1200, 900, background)
    .composite([{ input: await noise(128, 40), blend: 'soft-light' }])
    .jpeg()
    .toBuffer()
const [green, red] = await Promise.all([jpeg('#2a6'), jpeg('#d22')])

const withPicture = (picture: string | null, device = 'VF-NEW-1') => ({ ...catalogueProduct, device, picture })
const fileOf = (...products: object[]) => JSON.stringify({ categories: [catalogueCategory], products })

describe.each(oneDatabase)("the catalogue's pictures on $name", ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const config = readConfig({ DATA_DIR: 'no-such-folder', CARD_KEY: randomBytes(32).toString('base64url') })
  const db = () => world.database.kysely
  const deps = () => ({ database: world.database, clock, config, log: silentLog })

  beforeAll(async () => {
    await seedReference(db())
    await operate(deps(), ['operator', 'set', 'new-operator', '--name', 'New', '--since', '2026-01-01', ...who])
  })

  const typed = (command: 'apply' | 'diff', file: string, pictures: Record<string, Uint8Array> = {}) =>
    operate(deps(), ['catalogue', command, `it.json\n${file}`, ...(command === 'apply' ? who : [])], {
      pictures: Object.fromEntries(
        Object.entries(pictures).map(([name, it]) => [name, Buffer.from(it).toString('base64')]),
      ),
    })
  const exported = async () => (await operate(deps(), ['catalogue', 'export'])).lines.join('\n')
  const nameOf = async (device = 'VF-NEW-1') =>
    (JSON.parse(await exported()) as { products: { device: string; picture: string | null }[] }).products.find(
      (it) => it.device === device,
    )?.picture
  const cardOf = async (name = 'Kijang N1') =>
    (await productCards(db(), { order: 'featured', limit: 100, asOf: instant(clock), language: 'en' })).find(
      (it) => it.name === name,
    )
  const digests = async () =>
    (await db().selectFrom('productPicture').select('digest').execute()).map((it) => it.digest)
  const shown = async (address: string | null | undefined) =>
    await world.app.fetch(new Request(`http://app.test${address}`), {
      incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } },
    })
  const bytesOf = async () => Buffer.from(await (await shown((await cardOf())?.picture)).arrayBuffer())

  test('a product gets one, which is made anew and served for ever under the digest of its bytes', async () => {
    expect((await typed('apply', fileOf(withPicture(null)))).ok).toBe(true)
    expect(await cardOf()).toMatchObject({ art: 'scooter', picture: null })
    const file = fileOf(withPicture('pictures/green.jpg'))
    const [line] = (await typed('diff', file, { 'pictures/green.jpg': green })).lines
    expect(line).toMatch(/^VF-NEW-1: picture null -> .+: new; shown to everyone from now on\.$/)
    expect(await digests(), 'a diff stores nothing').toEqual([])
    expect(await typed('apply', file, { 'pictures/green.jpg': green })).toMatchObject({ ok: true })
    const { picture } = (await cardOf())!
    expect(picture).toMatch(/^\/wx\/picture\/[\w-]{43}\.webp$/)
    const answer = await shown(picture)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      [header.ours]: '1',
    })
    const made = await sharp(await answer.arrayBuffer()).metadata()
    expect(made).toMatchObject({ format: 'webp', width: 800, height: 600 })
    for (const name of ['x.webp', `${'A'.repeat(43)}.webp`, `${'A'.repeat(43)}.jpg`])
      expect((await shown(`/wx/picture/${name}`)).status).toBe(404)
  })

  test("it comes with the product's page, a draft, an order, its units and their income", async () => {
    const { id, picture } = (await cardOf())!
    const shop = shopOn(world.database, clock)
    const memberId = await shop.member(100_000)
    const token = await world.tokenOf(memberId)
    const ask = async ({ path, method }: Pick<Call, 'path' | 'method'>, args: object) =>
      JSON.stringify((await world.call(path, { token, method, args })).body)
    const draft = await shop.draft(memberId, id)
    expect(await ask(goodsDetail, { id })).toContain(picture)
    expect(await ask({ ...draftDetail, path: draftDetail.path.replace('{id}', draft.id) }, {})).toContain(picture)
    await shop.pay(memberId, draft)
    for (const call of [orderList, userGoodsList]) expect(await ask(call, {})).toContain(picture)
    const { id: machineId } = await db()
      .selectFrom('machine')
      .select('id')
      .where('productId', '=', id)
      .executeTakeFirstOrThrow()
    await runAsOwner(
      db(),
      sql`insert into income_of_day (member_id, day, machines, amounts)
        values (${sql.lit(memberId)}, '2026-11-20', array[${sql.lit(machineId)}::uuid], array[5])`,
    )
    expect(await ask(earningsStats, { from: '2026-11-20', to: '2026-11-20' })).toContain(picture)
  })

  test('applying again changes nothing: the same file, an export with its pictures, and one without', async () => {
    const [name, before] = [await nameOf(), await exported()]
    expect(name).toMatch(stored)
    const again = { ok: true, lines: ['Nothing to change.'] }
    expect(await typed('apply', fileOf(withPicture('a/b.jpg')), { 'a/b.jpg': green })).toEqual(again)
    const { files } = await operate(deps(), ['catalogue', 'export', '--pictures', 'out'])
    expect(Object.keys(files ?? {})).toEqual([name])
    const bytes = Buffer.from(files?.[name!] ?? '', 'base64')
    // Not drawn another time, by which it would lose a little each time.
    expect(await typed('apply', before, { [name!]: bytes })).toEqual(again)
    expect(await typed('apply', before)).toEqual(again)
    expect((await operate(deps(), ['catalogue', 'export'])).files).toBeUndefined()
    expect(await exported()).toBe(before)
  })

  test("a diff says what becomes of it, and a name that isn't stored is refused", async () => {
    const line = async (file: string, pictures = {}) => (await typed('diff', file, pictures)).lines.join()
    expect(await line(fileOf(withPicture('red.jpg')), { 'red.jpg': red })).toContain('replaced; shown to everyone')
    expect(await line(fileOf(withPicture(null)))).toContain('removed, the drawing comes back')
    const other = { ...withPicture('red.jpg', 'VF-NEW-2'), name: 'Other' }
    expect(await line(fileOf(other), { 'red.jpg': red })).toContain('8 units on offer, with a picture')
    const before = await exported()
    for (const name of ['none.jpg', `${'A'.repeat(43)}.webp`])
      for (const command of ['diff', 'apply'] as const)
        expect((await typed(command, fileOf(withPicture(name)))).lines.join()).toContain(
          `products.0 (VF-NEW-1).picture: "${name}" is not beside the catalogue`,
        )
    expect(await exported()).toBe(before)
  })

  test('the same picture is stored once for two products', async () => {
    const other = { ...withPicture('b.jpg', 'VF-NEW-2'), name: 'Other' }
    expect((await typed('apply', fileOf(withPicture('a.jpg'), other), { 'a.jpg': green, 'b.jpg': green })).ok).toBe(
      true,
    )
    expect([await digests(), (await cardOf('Other'))?.picture]).toEqual([
      [expect.any(String)],
      (await cardOf())?.picture,
    ])
  })

  test('a refused file leaves nothing in the store', async () => {
    const before = await digests()
    const fewer = { ...withPicture('red.jpg'), kind: 'pile' }
    expect(await typed('apply', fileOf(fewer), { 'red.jpg': red })).toMatchObject({ ok: false })
    expect(await digests()).toEqual(before)
  })

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', 'x.png', () => new Uint8Array()],
    ['a page of HTML', 'x.png', () => Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'an SVG',
      'x.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
    ],
    [
      'an SVG behind the first bytes of a PNG',
      'x.png',
      () => Buffer.from('\x89PNG\r\n\x1a\n<svg width="9"/>', 'latin1'),
    ],
    ['a GIF', 'x.webp', () => drawn(9, 9).gif().toBuffer()],
    ['a TIFF', 'x.jpg', () => drawn(9, 9).tiff().toBuffer()],
    ['a JPEG that is cut short', 'x.jpg', async () => green.subarray(0, 900)],
    ['a PNG that is cut short', 'x.png', async () => (await drawn(900, 900).png().toBuffer()).subarray(0, 400)],
    ['a bomb: few bytes, 64 million pixels', 'x.png', () => drawn(8000, 8000).png().toBuffer()],
    ['20 megapixels', 'x.jpg', () => drawn(5472, 3648).jpeg().toBuffer()],
  ])('%s is refused and named, and what was there stays', async (_, name, make) => {
    const [before, kept] = [await exported(), await digests()]
    const pictures = { [name]: await make() }
    for (const command of ['diff', 'apply'] as const)
      expect((await typed(command, fileOf(withPicture(name)), pictures)).lines.join()).toContain(
        `products.0 (VF-NEW-1).picture: "${name}" is no JPEG, PNG or WebP picture`,
      )
    expect([await exported(), await digests()]).toEqual([before, kept])
  })

  test.each([
    '../x.jpg',
    'a/../../x.jpg',
    '/etc/x.jpg',
    '.hidden.jpg',
    'a/.git/x.jpg',
    'C:\\x.jpg',
    'a\u0000.jpg',
    'https://example.org/x.jpg',
    'x.svg',
    'x.jpg.html',
  ])('the name %j is refused', async (name) => {
    expect((await typed('apply', fileOf(withPicture(name)), { [name]: green })).lines.join()).toContain(
      'products.0 (VF-NEW-1).picture: must be a jpg, png or webp file beside the catalogue',
    )
  })

  test('of a photo the place, the rest of what a camera put in, and what hangs behind it are gone', async () => {
    const photo = await drawn(600, 300)
      .composite([{ input: await drawn(600, 100, '#d00').png().toBuffer(), top: 0, left: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' }, IFD3: { GPSLatitude: '6/1 12/1 0/1' } })
      .withMetadata({ orientation: 3 })
      .toBuffer()
    const polyglot = Buffer.concat([photo, Buffer.from('PK\u0003\u0004<script>SECRET PLACE</script>')])
    expect(polyglot.indexOf('SECRET PLACE')).not.toBe(polyglot.lastIndexOf('SECRET PLACE'))
    expect((await typed('apply', fileOf(withPicture('photo.jpg')), { 'photo.jpg': polyglot })).ok).toBe(true)
    const bytes = await bytesOf()
    expect([bytes.includes('SECRET'), bytes.includes('script')]).toEqual([false, false])
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    // It lay on its head: what the camera held at the top is at the bottom.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[(info.width * (info.height - 20) + 400) * info.channels]).toBeGreaterThan(180)
  })

  test('what is transparent lies on white', async () => {
    const clear = await drawn(40, 30, '#0000').png().toBuffer()
    expect((await typed('apply', fileOf(withPicture('clear.png')), { 'clear.png': clear })).ok).toBe(true)
    const { data, info } = await sharp(await bytesOf())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.channels, data[0], data[1], data[2]]).toEqual([3, 255, 255, 255])
  })

  test('the noisiest picture of all fits', async () => {
    const noisy = await sharp(await noise(128, 90))
      .jpeg({ quality: 100 })
      .toBuffer()
    expect((await typed('apply', fileOf(withPicture('noise.jpg')), { 'noise.jpg': noisy })).ok).toBe(true)
    expect((await bytesOf()).length).toBeGreaterThan(100_000)
  })

  test('one that no product has any more is served for a month, and comes back by its name until then', async () => {
    const swept = () => sweep({ database: world.database, clock })
    await typed('apply', fileOf(withPicture('red.jpg')), { 'red.jpg': red })
    const [name, { picture }] = [(await nameOf())!, (await cardOf())!]
    await typed('apply', fileOf(withPicture(null)))
    expect(Object.keys(await exportPictures(db()))).not.toContain(name)
    clock.advance(29 * day)
    await swept()
    expect((await shown(picture)).status).toBe(200)
    expect((await typed('apply', fileOf(withPicture(name)))).ok).toBe(true)
    clock.advance(40 * day)
    await swept()
    expect((await shown(picture)).status, 'it is used again').toBe(200)
    await typed('apply', fileOf(withPicture(null)))
    clock.advance(31 * day)
    await swept()
    expect((await shown(picture)).status).toBe(404)
    expect((await typed('apply', fileOf(withPicture(name)))).lines.join()).toContain('is not beside the catalogue')
    // The file that it was made of is as good as ever.
    await typed('apply', fileOf(withPicture('red.jpg')), { 'red.jpg': red })
    expect((await shown(picture)).status).toBe(200)
  })

  test('only who may write the catalogue has pictures drawn', async () => {
    const admin = await operatorAccount(deps(), 'ana', 'administrator')
    const support = await operatorAccount(deps(), 'budi', 'support', admin)
    let drawings = 0
    const pictures = {
      get 'x.jpg'() {
        drawings += 1
        return Buffer.from('no picture').toString('base64')
      },
    }
    const argv = ['catalogue', 'apply', `it.json\n${fileOf(withPicture('x.jpg'))}`, '--why', 'a test']
    const refused = (token: string | undefined) => operate(deps(), argv, { token, pictures })
    expect((await refused(undefined)).lines[0]).toContain('is signed in here')
    expect((await refused(support.token())).lines[0]).toContain('needs the role catalogue')
    expect(drawings).toBe(0)
    const denied = db().selectFrom('securityEvent').select('call').where('kind', '=', 'operator_denied')
    expect(await denied.execute()).toEqual([{ call: 'catalogue apply' }])
    const cici = await operatorAccount(deps(), 'cici', 'catalogue', admin)
    expect((await refused(cici.token())).lines.join()).toContain('is no JPEG, PNG or WebP picture')
    expect(drawings).toBe(1)
  })
})

test('the command line sends pictures, and writes those of an export, which can be applied elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltfolio-pictures-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const urls = [await freshPostgresUrl(), await freshPostgresUrl()] as const
  for (const url of urls) {
    const database = await openDatabase({ url })
    await seedReference(database.kysely)
    const deps = {
      database,
      clock: new ManualClock('2026-11-20T06:00:00.000Z'),
      config: readConfig({}),
      log: silentLog,
    }
    await operate(deps, ['operator', 'set', 'new-operator', '--name', 'New', '--since', '2026-01-01', ...who])
    await database.close()
  }
  const typed = (url: string, ...argv: string[]) => operatorProcess({ DATABASE_URL: url, DEMO: '1' }, argv)
  mkdirSync(join(folder, 'photos'))
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'photos/green.jpg'), green)
  const file = join(folder, 'catalogue.json')
  writeFileSync(file, fileOf(withPicture('photos/green.jpg')))
  expect(await typed(urls[0], 'catalogue', 'apply', file, ...who)).toMatchObject({
    code: 0,
    said: expect.stringContaining('This is version 1.'),
  })
  const given = await typed(urls[0], 'catalogue', 'export', '--pictures', join(folder, 'out'))
  const [name] = readdirSync(join(folder, 'out'))
  expect([name, given.said]).toEqual([expect.stringMatching(stored), expect.stringContaining(`"picture": "${name}"`)])
  expect(await sharp(readFileSync(join(folder, 'out', name!))).metadata()).toMatchObject({ width: 800, height: 600 })
  const copy = join(folder, 'out', 'catalogue.json')
  writeFileSync(copy, given.said)
  expect((await typed(urls[1], 'catalogue', 'apply', copy, ...who)).code).toBe(0)
})
