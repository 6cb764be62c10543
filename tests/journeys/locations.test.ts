import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { journey } from '#tests/support/journey.ts'
import { otherDevice } from '#tests/support/other-device.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'

const app = journey()
let page: Page
/** Every machine that the server tells of, nearest to nothing. */
let machines: { name: string; latitude: number; longitude: number; exact: boolean }[]

const monas = { latitude: -6.17539, longitude: 106.82715 }

beforeAll(async () => {
  const answer = await fetch(`${app.server.origin}/wx/g/vehicle/position/list`)
  machines = ((await answer.json()) as { data: { items: typeof machines } }).data.items
  expect(machines.length).toBeGreaterThan(5)
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
const textInMain = (text: string | RegExp) => page.getByRole('main').getByText(text)
const rows = () => page.getByRole('main').locator('li button')
const map = (name: string | RegExp = 'Map of the machines in the list') => page.getByRole('group', { name })
const dialog = () => page.getByRole('alertdialog', { name: "We couldn't find your location" })
const stored = () =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((it) => it.startsWith('voltfolio-last-position-'))
    return name === undefined ? null : localStorage.getItem(name)
  })

async function open(route: string, context: BrowserContextOptions = {}) {
  // High enough for every row: a list renders only what is in sight.
  page = await app.open({ route, context: { viewport: { width: 412, height: 4000 }, ...context } })
  await untilLoaded(page)
}

async function visit(route: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await untilLoaded(page)
}

/** What the browser answers when the page asks for the place; `denied` also tells a page that is open. */
async function permit(setting: 'granted' | 'denied' | 'prompt') {
  const cdp = await page.context().newCDPSession(page)
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await cdp.send('Browser.setPermission', {
    permission: { name: 'geolocation' },
    setting,
    origin: app.server.origin,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  })
}

async function locate(how: 'Exact' | 'Approximate, to about a kilometre') {
  await button(/^(Near me|How far is it\?|Update my location)$/).click()
  await button(how).click()
}

describe('a visitor', () => {
  test('gets from the Mall to the map, which shows what the list shows, and from there to an offer', async () => {
    await open('/pages/index/index')
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Map', exact: true }).waitFor()
    await textInMain(`${machines.length} machines`).waitFor()
    // A long list is drawn after its number.
    await expect.poll(() => rows().count()).toBe(machines.length)
    expect(await placesOnMap()).toBe(machines.length)
    await rows().nth(2).click()
    const chosen = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect.poll(() => chosen.evaluate((it) => it === document.activeElement)).toBe(true)
    const name = await chosen.innerText()
    await link('See the offer').click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  })

  test('can touch each pin apart from the others, however far away the map is', async () => {
    page = await app.open({ route: '/pages/auth/login', context: { serviceWorkers: 'block' } })
    await page.route('**/vehicle/position/list*', async (it) => {
      const answer = await it.fetch()
      const told = (await answer.json()) as { data: { items: typeof machines } }
      // Two on a spot and one south of them, eight times at distances that double over all of them.
      const items = told.data.items.slice(0, 24).map((machine, at) => ({
        ...machine,
        longitude: 107 + Math.floor(at / 3),
        latitude: at % 3 === 2 ? -6 - 0.25 * 2 ** (Math.floor(at / 3) / 8) : -6,
      }))
      await it.fulfill({ response: answer, json: { ...told, data: { ...told.data, items } } })
    })
    await visit('/choose-location')
    await expect.poll(placesOnMap).toBe(24)
    for (let zooms = 0; zooms < 3; zooms++) {
      await button('Zoom in').click()
      expect(await coveredPins()).toEqual([])
    }
  })

  test('searches around a city, widens the circle, and looks everywhere again', async () => {
    await open('/choose-location')
    await page.getByRole('searchbox').fill('denpasar')
    await button(/^Denpasar/).click()
    await textInMain('Near Denpasar').waitFor()
    await textInMain('No machines in this area').waitFor()
    await button('Look within 500 km').waitFor()
    expect(await page.getByLabel('Within').inputValue()).toBe('50000')
    await page.getByRole('searchbox').fill('bandung')
    await button(/^Bandung West Java/).click()
    await textInMain('Near Bandung').waitFor()
    await rows().first().waitFor()
    const near = await rows().count()
    expect(near).toBeLessThan(machines.length)
    await page.getByLabel('Within').selectOption('1000000')
    await textInMain(`${machines.length} machines`).waitFor()
    const distances = await distancesShown()
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    await page.reload()
    await textInMain('Near Bandung').waitFor()
    await button('Everywhere').click()
    await textInMain('Near Bandung').waitFor({ state: 'detached' })
  })

  test('sees one place with its coordinates, and is handed to the map app of the phone', async () => {
    const route = '/open-location?latitude=-6.2088&longitude=106.8456&name=Kilat%20DC&address=Jl.%20Thamrin%201'
    await open(route, {
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/150',
      permissions: ['clipboard-write', 'clipboard-read'],
    })
    await page.getByRole('heading', { level: 1, name: 'Kilat DC' }).waitFor()
    await textInMain('Jl. Thamrin 1').waitFor()
    expect(await link('Directions in the map app').getAttribute('href')).toBe(
      'geo:-6.2088,106.8456?q=-6.2088,106.8456(Kilat%20DC)',
    )
    await button('Copy the coordinates').click()
    await page.getByText('Coordinates copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('-6.2088, 106.8456')
  })

  test('zooms with Ctrl and the wheel, or a double press, around the pointer; the plain wheel scrolls', async () => {
    await open('/open-location?latitude=-6.2&longitude=106.8', { viewport: { width: 1280, height: 400 } })
    const pin = map('Map of this place').getByRole('button', { name: '-6.2000, 106.8000' })
    const spot = () =>
      pin.evaluate((it) => {
        const { left, width, bottom } = it.getBoundingClientRect()
        return { x: left + width / 2, y: bottom }
      })
    await pin.waitFor()
    const { x, y } = await spot()
    await page.mouse.move(x + 60, y + 30)
    await page.mouse.wheel(0, 40)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(40)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(spot).toEqual({ x, y })
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -20)
    await page.keyboard.up('Control')
    const times = async () => (x + 60 - (await spot()).x) / 60
    await expect.poll(times).toBeGreaterThan(1.02)
    const before = await times()
    expect((y + 30 - (await spot()).y) / 30).toBeCloseTo(before, 1)
    expect(await page.evaluate(() => [scrollY, visualViewport?.scale])).toEqual([0, 1])
    await page.mouse.dblclick(x + 60, y + 30)
    await expect.poll(times).toBeCloseTo(2 * before, 1)
    expect((y + 30 - (await spot()).y) / 30).toBeCloseTo(2 * before, 1)
    for (const button of ['right', 'middle'] as const) await page.mouse.dblclick(x + 60, y + 30, { button })
    // A pin that is pressed twice is pressed.
    await pin.dblclick()
    expect(await times()).toBeCloseTo(2 * before, 1)
  })

  test('is asked before a web map opens, where there is no map app', async () => {
    await open('/open-location?latitude=-6.2088&longitude=106.8456', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
    await link('Directions on a web map').click()
    await textInMain('www.openstreetmap.org').first().waitFor()
  })

  test('is told of a link that names no place', async () => {
    await open('/open-location?latitude=200&longitude=106')
    await textInMain('This link has no location').waitFor()
    await link('See the map').click()
    await page.getByRole('heading', { level: 1, name: 'Map', exact: true }).waitFor()
  })

  test("finds a product's place on the map", async () => {
    await open('/subPages/product/list')
    await page.getByRole('main').locator('a[href*="product/detail"]').first().click()
    await page.locator('a[href*="open-location"]').click()
    await map('Map of this place').waitFor()
    await button('How far is it?').waitFor()
  })
})

describe('the place of the reader', () => {
  const granted = { geolocation: { ...monas, accuracy: 15 }, permissions: ['geolocation'] }

  test('is asked for on a tap only, stays on the device, and sorts the list', async () => {
    await open('/choose-location', granted)
    expect(await stored()).toBeNull()
    const sent: string[] = []
    page.on('request', (it: Request) => sent.push(`${it.url()} ${it.postData() ?? ''}`))
    await locate('Exact')
    await textInMain('Near you').waitFor()
    expect(JSON.parse((await stored()) ?? '')).toMatchObject(monas)
    await page.getByLabel('Within').selectOption('1000000')
    await textInMain(`${machines.length} machines`).waitFor()
    const distances = await distancesShown()
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(sent.filter((it) => /6\.17|106\.82/.test(it))).toEqual([])
    await button('Forget my location').click()
    await button('Near me').waitFor()
    expect(await stored()).toBeNull()
  })

  test('is rounded to a kilometre where rough is enough', async () => {
    await open('/open-location?latitude=-6.9147&longitude=107.6098', granted)
    await locate('Approximate, to about a kilometre')
    await textInMain('119 km').waitFor()
    expect(JSON.parse((await stored()) ?? '')).toMatchObject({ latitude: -6.18, longitude: 106.83 })
  })

  test('denied: the dialog tells how to allow it, and without a stored place nothing is searched around', async () => {
    await open('/choose-location')
    await permit('denied')
    await locate('Exact')
    await dialog().getByText("Check this page's location permission").waitFor()
    await button('How to allow it').click()
    await dialog().getByText('Under Permissions, set Location to Allow.').waitFor()
    await button('Continue without location').click()
    await page.getByText("We don't know your location. Search for a city instead.").waitFor()
    expect(await textInMain('Near you').count()).toBe(0)
  })

  test('the device does not know: the dialog tells what may withhold the place, or tries again', async () => {
    await open('/choose-location', granted)
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_, fail) => fail?.({ code: 2 } as GeolocationPositionError)
    })
    await locate('Exact')
    await dialog().getByText("Your device doesn't know where it is.").waitFor()
    await button('Try again').waitFor()
    await button('How to allow it').click()
    await dialog().getByText("Check in your phone's settings that location is on for the browser.").waitFor()
    await button('Try again').waitFor()
  })

  test('denied, then allowed in the settings: it is found without another tap', async () => {
    await open('/choose-location', { geolocation: granted.geolocation })
    await permit('denied')
    await locate('Exact')
    await dialog().waitFor()
    await permit('granted')
    await textInMain('Near you').waitFor()
    // It moves out.
    await dialog().waitFor({ state: 'detached' })
  })

  test('revoked: the last stored place stands in, and the page says so', async () => {
    await open('/choose-location', granted)
    await locate('Exact')
    await textInMain('Near you').waitFor()
    await permit('denied')
    await textInMain("Location isn't allowed right now, so this is the last known place.").waitFor()
    await locate('Exact')
    await dialog().getByText('The last known place:').waitFor()
    await button('Use the last known place').click()
    await textInMain('Near you').waitFor()
    expect(JSON.parse((await stored()) ?? '')).toMatchObject(monas)
  })

  test('not told within 4 s: the same dialog, and the same way on', async () => {
    await open('/choose-location', granted)
    await locate('Exact')
    await textInMain('Near you').waitFor()
    await button('Everywhere').click()
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = () => {}
    })
    const begun = performance.now()
    await locate('Exact')
    await dialog().getByText("Your device didn't answer within 4 seconds.").waitFor()
    expect(performance.now() - begun).toBeGreaterThan(3900)
    await button('Use the last known place').click()
    await textInMain('Near you').waitFor()
  })
})

describe('a member', () => {
  test('sets the pin of an address: what was typed is there again, and the pin is saved with it', async () => {
    const other = await otherDevice(app.server.origin)
    for (const { id, version } of await other.addresses()) await other.send('address/delete', { id, basedOn: version })
    await open('/pages/auth/login')
    await signInAsDemo(page)
    await visit('/subPages/address/editAddress')
    await page.getByLabel('Recipient').fill('Sari Dewi')
    await page.getByLabel('Phone number').fill('81234567890')
    await button('City or district: Choose').click()
    await page.getByRole('searchbox', { name: 'Search places' }).fill('bandung')
    await button('Bandung West Java').click()
    await page.getByLabel('Street and house number').fill('Jl. Braga 1')
    await button('Set on the map').click()
    const picking = map(/^Map: move it/)
    // It begins at the centre of the city.
    await textInMain('-6.9100, 107.6100').waitFor()
    await picking.getByRole('button', { name: 'Zoom in', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await textInMain('-6.9100, 107.6100').waitFor({ state: 'detached' })
    const spot = await page.getByRole('main').locator('output').innerText()
    await button('Use this place').click()
    await page.getByRole('heading', { level: 1, name: 'New address' }).waitFor()
    await textInMain(spot).waitFor()
    expect(await page.getByLabel('Recipient').inputValue()).toBe('Sari Dewi')
    await button('City or district: Bandung, West Java').waitFor()
    await button('Save address').click()
    const [latitude = 0, longitude = 0] = spot.split(', ').map(Number)
    await expect
      .poll(() => other.addresses())
      .toMatchObject([
        {
          detail: 'Jl. Braga 1',
          position: { latitude: expect.closeTo(latitude, 3), longitude: expect.closeTo(longitude, 3) },
        },
      ])
  })

  test('has map and list without a network, though the map was never opened before', async () => {
    page = await app.openInstalled()
    await visit('/pages/my/offline')
    // More than a hundred requests, which a busy machine takes its time for.
    await textInMain('Ready offline: everything worth reading is saved.').waitFor({ timeout: 90_000 })
    await app.server.kill()
    await page.goto('about:blank')
    await page.goto(`${app.server.origin}/#/choose-location`)
    await textInMain(`${machines.length} machines`).waitFor()
    expect(await placesOnMap()).toBe(machines.length)
    await rows().first().click()
    await page.getByRole('heading', { level: 2 }).waitFor()
    await page.goto('about:blank')
    await page.goto(`${app.server.origin}/#/open-location?latitude=-6.2&longitude=106.8`)
    await map('Map of this place').getByRole('button', { name: '-6.2000, 106.8000' }).waitFor()
    await app.server.start()
  })
})

/** The distances of the rows in kilometres, without the rounded ones of machines whose place is rounded. */
async function distancesShown(): Promise<number[]> {
  // A row is hidden, and has no text, until the list has measured it.
  await expect.poll(async () => (await rows().allInnerTexts()).filter((it) => it === '')).toEqual([])
  const texts = (await rows().allInnerTexts()).filter((it) => !it.includes('about'))
  return texts.map((it) => {
    const [, distance, unit] = /([\d.]+) (k?m)\b/.exec(it) ?? []
    return Number(distance) / (unit === 'km' ? 1 : 1000)
  })
}

/** The number of places that the pins and groups on the map stand for. */
async function placesOnMap(): Promise<number> {
  await map().waitFor()
  return map()
    .getByRole('button')
    .evaluateAll((pins) =>
      pins.reduce((sum, pin) => {
        const label = pin.getAttribute('aria-label') ?? ''
        if (/^(Zoom in|Zoom out|Show all places)$/.test(label)) return sum
        return sum + Number(/^(\d+) places/.exec(label)?.[1] ?? 1)
      }, 0),
    )
}

/** The pairs of pins of which one leaves less than 24 pixels of the other, across and down. */
async function coveredPins(): Promise<string[]> {
  return map()
    .getByRole('button', { name: /,/ })
    .evaluateAll((pins) => {
      const boxes = pins.map((pin) => ({ label: pin.getAttribute('aria-label'), at: pin.getBoundingClientRect() }))
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter((other) => {
            const across = Math.abs(one.at.left - other.at.left)
            return across < 24 && Math.abs(one.at.top - other.at.top) < 24
          })
          .map((other) => `${one.label} / ${other.label}`),
      )
    })
}
