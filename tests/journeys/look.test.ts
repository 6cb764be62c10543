import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { complaintsOf, launchBrowser } from '#tests/support/browser.ts'
import { smallTargets, nextFrame, overlappedText, clippedText } from '#tests/support/visible-text.ts'
import { openGallery, type Gallery } from '#tests/support/gallery.ts'
import { invitation } from '#tests/support/gallery/invitation.ts'
import { changedPixels, lowContrastText, photograph } from '#tests/support/pixels.ts'
import { luminanceOf } from '#tests/support/token-colours.ts'
import { drag } from '#tests/support/drag.ts'

let browser: Browser
let gallery: Gallery
/** A page whose canvas decodes screenshots. */
let canvasPage: Page
beforeAll(async () => {
  ;[browser, gallery] = await Promise.all([launchBrowser(), openGallery()])
  canvasPage = await browser.newPage()
})
afterAll(async () => {
  await browser?.close()
  gallery?.close()
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const pages = [
  'colours',
  'buttons',
  'fields',
  'choices',
  'overlays',
  'surfaces',
  'states',
  'numbers',
  'charts',
  'places',
  'panes',
  'pictures',
]
const overlays = ['overlays&open=sheet', 'overlays&open=dialog', 'overlays&open=password']
/** Pages whose content depends on neither direction nor text length. */
const pictures = ['colours', 'pictures']
const looks = [
  ['light', 'ltr', 'en'],
  ['dark', 'ltr', 'en'],
  ['light', 'rtl', 'ar'],
] as const

/** One context for the pages that are only looked at: the gallery's files are read and compiled once. */
const contexts = new Map<string, BrowserContext>()

async function contextOf(options: BrowserContextOptions): Promise<BrowserContext> {
  return await browser.newContext({ ...phone, locale: 'en-GB', timezoneId: 'Asia/Jakarta', ...options })
}

async function look(name: string, options: BrowserContextOptions, query: string): Promise<Page> {
  const key = JSON.stringify(options)
  const context = contexts.get(key) ?? (await contextOf(options))
  contexts.set(key, context)
  return await openIn(context, name, query, (page) => page.close())
}

async function open(name: string, options: BrowserContextOptions = {}, query = ''): Promise<Page> {
  return await openIn(await contextOf(options), name, query, (page) => page.context().close())
}

async function openIn(
  context: BrowserContext,
  name: string,
  query: string,
  close: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  onTestFinished(async () => {
    await close(page)
    expect(complaints).toEqual([])
  })
  await page.goto(`${gallery.origin}/?page=${name}&bare=1${query}`)
  await page.locator('h1').waitFor()
  // The map is a lazy chunk.
  if (name === 'places') await page.locator('[role=group] button').nth(5).waitFor()
  return page
}

describe.each([...pages, ...overlays])('%s', (name) => {
  const above = name.includes('&open') ? '[role=dialog], [role=alertdialog]' : 'body'

  test.each(looks.filter(([, dir]) => dir === 'ltr' || !pictures.includes(name)))(
    'is whole and legible, %s %s',
    async (theme, dir, lang) => {
      // The content security policy is in the page itself, and axe injects a script.
      const page = await look(
        name,
        { bypassCSP: true, reducedMotion: 'reduce', deviceScaleFactor: 2 },
        `&theme=${theme}&dir=${dir}&lang=${lang}`,
      )
      await page.locator(above).waitFor()
      const picture = () => photograph(page, `${name.replace(/&open=/, '-')}-${theme}-${dir}`)
      // Colours are the same in both directions. A screenshot of a page that was still moving is repeated.
      if (dir === 'rtl') await picture()
      else
        await expect
          .poll(async () => lowContrastText(page, canvasPage, await picture(), above), {
            timeout: 45_000,
            interval: 500,
          })
          .toEqual([])
      expect({
        cut: await clippedText(page),
        covered: await overlappedText(page, above),
        small: await smallTargets(page),
        moving: await page.evaluate(
          () =>
            document
              .getAnimations()
              .filter((it) => it.playState === 'running' && Number(it.effect?.getComputedTiming().duration) > 1).length,
        ),
        axe: dir === 'rtl' ? [] : await axeFaults(page, theme === 'dark' ? { only: 'colours' } : {}),
      }).toEqual({ cut: [], covered: [], small: [], moving: 0, axe: [] })
    },
  )

  test.skipIf(pictures.includes(name))('keeps within the screen with text at 200 %, and on 320 px', async () => {
    const page = await look(name, { reducedMotion: 'reduce' }, '&text=200')
    await expect.poll(() => clippedText(page)).toEqual([])
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '100%'
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => clippedText(page)).toEqual([])
  })
})

test.each(['buttons', 'fields', 'choices', 'surfaces', 'overlays', 'places'])(
  'whoever goes through %s by keyboard sees where they are',
  async (name) => {
    const page = await open(name, { reducedMotion: 'reduce' })
    const before = await photograph(page, `${name}-unfocused`)
    const unseen: string[] = []
    for (let stop = 0; stop < 80; stop += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return undefined
        const { x, y, width, height } = (focused.closest('label') ?? focused).getBoundingClientRect()
        return {
          html: focused.outerHTML.slice(0, 120),
          box: { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: height + 12 },
        }
      })
      if (!at) break
      const after = await page.screenshot({ clip: at.box })
      if ((await changedPixels(canvasPage, before, after, at.box, 1)) < 40) unseen.push(at.html)
    }
    expect(unseen).toEqual([])
  },
)

test('components animate without reduced motion', async () => {
  const page = await open('states')
  expect(
    await page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length),
  ).toBeGreaterThan(3)
})

describe('a sheet', () => {
  test('holds the focus, closes on Escape and gives the focus back', async () => {
    const page = await open('overlays')
    const opener = page.getByRole('button', { name: 'Open sheet' })
    await opener.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Top up' })
    const hasFocus = () =>
      sheet.evaluate(
        (it) => it.contains(document.activeElement) || document.activeElement?.hasAttribute('data-base-ui-focus-guard'),
      )
    // It takes the focus a frame after it is there.
    await expect.poll(hasFocus).toBe(true)
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(hasFocus).toBe(true)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('follows the finger down and closes', async () => {
    const page = await open('overlays')
    await page.getByRole('button', { name: 'Open sheet' }).tap()
    const heading = page.getByRole('heading', { name: 'Top up' })
    await heading.waitFor()
    await page
      .getByRole('dialog')
      .evaluate((it) => Promise.all(it.getAnimations({ subtree: true }).map((animation) => animation.finished)))
    const box = await heading.boundingBox()
    await drag(page, { x: 100, y: (box?.y ?? 0) + 10 }, 260)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test.each([
    ['ltr', 'en', 1280],
    ['rtl', 'ar', 0],
  ] as const)('lies at the inline end on a wide screen, and is dragged out there, %s', async (dir, lang, edge) => {
    const page = await open('overlays', { viewport: { width: 1280, height: 800 } }, `&dir=${dir}&lang=${lang}`)
    await page.getByRole('button', { name: 'Open sheet' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    await sheet.evaluate((it) => Promise.all(it.getAnimations().map((animation) => animation.finished)))
    const { x, width, height } = (await sheet.boundingBox())!
    expect([edge === 0 ? x : x + width, height]).toEqual([edge, 800])
    const outwards = edge === 0 ? -1 : 1
    const grip = { x: edge + outwards * -(width - 60), y: 40 }
    await drag(page, { x: edge + outwards * -60, y: 40 }, 0, -outwards * 300)
    expect(await sheet.isVisible()).toBe(true)
    await drag(page, grip, 0, outwards * (width - 100))
    await sheet.waitFor({ state: 'detached' })
  })

  test('lies below a toast, and does not hide it from screen readers', async () => {
    const page = await open('overlays')
    await page.getByRole('button', { name: 'Open sheet' }).click()
    await page.getByRole('button', { name: 'Send $20.00' }).click()
    await page.getByRole('status').filter({ hasText: 'Sent' }).waitFor()
    const layers = await page.evaluate(() =>
      ['.layer-toast', '.layer-popup', '.layer-mask', '.layer-navbar'].map((it) =>
        Number(getComputedStyle(document.querySelector(it)!).zIndex),
      ),
    )
    expect(layers).toEqual([10_090, 10_075, 10_070, 980])
  })
})

test('cards have an edge in forced colours, where shadows are not drawn', async () => {
  const page = await open('surfaces', { forcedColors: 'active' })
  const edges = await page
    .locator('.shadow-card')
    .evaluateAll((cards) => cards.map((it) => getComputedStyle(it).outlineStyle))
  expect(edges.length).toBeGreaterThan(0)
  expect(new Set(edges)).toEqual(new Set(['solid']))
})

test('a long chart keeps its canvas while its values and its look stay', async () => {
  const page = await open('charts')
  const canvas = page.locator('canvas')
  await canvas.evaluate((it) => it.setAttribute('data-first', ''))
  await page.getByRole('button', { name: 'Rendered 1' }).click()
  await page.getByRole('button', { name: 'Rendered 2' }).waitFor()
  await page.evaluate(() => document.documentElement.toggleAttribute('data-anything'))
  await nextFrame(page)
  await nextFrame(page)
  expect(await canvas.getAttribute('data-first')).toBe('')
})

test('a dialog needs an answer and is not dismissed', async () => {
  const page = await open('overlays')
  await page.getByRole('button', { name: 'Open dialog' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take it out of the queue?' })
  await dialog.waitFor()
  await page.mouse.click(10, 10)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await dialog.waitFor({ state: 'detached' })
})

describe('a toast', () => {
  test('stays for two seconds', async () => {
    const page = await open('overlays')
    await stopClock(page)
    await page.getByRole('button', { name: 'Say it' }).click()
    const words = page.getByText('Saved on this device')
    await page.clock.runFor(1999)
    expect(await words.isVisible()).toBe(true)
    await page.clock.runFor(1)
    await words.waitFor({ state: 'detached' })
  })

  test('with an action does it once and goes', async () => {
    const page = await open('overlays')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Removed').waitFor({ state: 'detached' })
    expect(await page.locator('output').textContent()).toBe('1')
  })
})

async function values(page: Page): Promise<Record<string, unknown>> {
  return JSON.parse((await page.locator('output').textContent()) ?? '{}') as Record<string, unknown>
}

describe('fields', () => {
  test('give whole minor units for an amount, and show one that is set for them', async () => {
    const page = await open('fields')
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('1,234.5')
    expect(await values(page)).toMatchObject({ amount: 123_450 })
    await amount.fill('12.345')
    expect(await values(page)).not.toHaveProperty('amount')
    await page.getByRole('button', { name: 'Whole balance' }).click()
    expect(await amount.inputValue()).toBe('999.99')
  })

  test('give E.164 for a phone number, typed or filled in whole', async () => {
    const page = await open('fields')
    const number = page.getByRole('textbox', { name: 'Phone', exact: true })
    await number.fill('0812 0000 0001')
    expect(await values(page)).toMatchObject({ phone: '+6281200000001' })
    await number.fill('+65 8123 4567')
    expect(await values(page)).toMatchObject({ phone: '+6581234567' })
    expect(await page.getByRole('combobox', { name: 'Country code' }).first().inputValue()).toBe('SG')
    await page.getByRole('combobox', { name: 'Country code' }).first().selectOption('MY')
    expect(await values(page)).toMatchObject({ phone: '+6081234567' })
  })

  test('send no second code before the countdown ends', async () => {
    const page = await open('fields')
    await stopClock(page)
    await page.getByRole('button', { name: 'Get code' }).click()
    await page.clock.runFor(59_000)
    await page.getByRole('button', { name: 'Resend in 1 s' }).click({ force: true })
    expect(await values(page)).toMatchObject({ sent: 1 })
    await page.clock.runFor(1000)
    await page.getByRole('button', { name: 'Send again' }).first().click()
    expect(await values(page)).toMatchObject({ sent: 2 })
  })

  test('take a pasted transaction password', async () => {
    const page = await open('fields')
    await page.getByRole('textbox', { name: 'Transaction password' }).pressSequentially('12a3456')
    expect(await values(page)).toMatchObject({ pin: '123456' })
  })

  test('take the digits of the reader as 0 to 9', async () => {
    const page = await open('fields')
    await page.getByRole('textbox', { name: 'Transaction password' }).pressSequentially('١٢٣x٤۵๖')
    expect(await values(page)).toMatchObject({ pin: '123456' })
    const code = page.getByLabel('Code', { exact: true })
    await code.pressSequentially('٠٤٢')
    expect(await code.inputValue()).toBe('042')
    const choices = await open('choices')
    await choices.getByRole('textbox', { name: 'Units' }).fill('٢')
    expect(await values(choices)).toMatchObject({ units: 2 })
  })

  test('are worked by keyboard: choices by arrows, quantities within their limits', async () => {
    const page = await open('choices')
    await page.getByRole('radiogroup', { name: 'Range' }).getByRole('radio', { name: 'Week' }).press('ArrowRight')
    const units = page.getByRole('textbox', { name: 'Units' })
    for (let press = 0; press < 5; press += 1) await units.press('ArrowUp')
    expect(await values(page)).toMatchObject({ range: 'month', units: 3 })
    expect(await page.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true)
    await units.press('Backspace')
    expect(await units.inputValue()).toBe('')
    await units.pressSequentially('2')
    expect(await values(page)).toMatchObject({ units: 2 })
    for (const leave of ['Enter', 'Tab']) {
      await units.press('Backspace')
      expect(await units.inputValue()).toBe('')
      await units.press(leave)
      expect(await units.inputValue()).toBe('2')
    }
  })

  test('show and hide a password', async () => {
    const page = await open('fields')
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue()).toBe('secret')
  })
})

test('a skeleton is there at once and seen after 200 ms', async () => {
  const page = await open('states')
  const opacities = await page
    .getByRole('status', { name: 'Loading' })
    .first()
    .evaluate((it) =>
      [199, 351].map((time) => {
        const animation = it.getAnimations()[0]!
        animation.pause()
        animation.currentTime = time
        return getComputedStyle(it).opacity
      }),
    )
  expect(opacities).toEqual(['0', '1'])
})

test('a busy button takes no second press and keeps the focus', async () => {
  const page = await open('buttons')
  const button = page.getByRole('button', { name: 'Sending' })
  await button.focus()
  expect(
    await button.evaluate((it) => [
      it === document.activeElement,
      it.getAttribute('aria-busy'),
      it.getAttribute('aria-disabled'),
    ]),
  ).toEqual([true, 'true', 'true'])
})

describe('a long list', () => {
  test('draws what is in sight and asks for more at its end', async () => {
    const page = await open('list')
    await page.getByText('Bill 1', { exact: true }).waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(60)
    await expect
      .poll(
        async () => {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          return page.evaluate(() => [...document.querySelectorAll('main li')].at(-1)?.textContent)
        },
        { timeout: 20_000 },
      )
      .toBe('Bill 600')
    await page.getByText('Bill 600', { exact: true }).waitFor()
    await page.getByText('That is all').waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(60)
  })

  test('is refreshed by pulling it down, and not by a stroke sideways', async () => {
    const page = await open('list')
    await page.getByText('Bill 3', { exact: true }).waitFor()
    // The gesture is a lazy chunk.
    await page.waitForLoadState('networkidle')
    await drag(page, { x: 200, y: 200 }, 340)
    await expect.poll(() => page.locator('output').textContent()).toBe('1')
    await drag(page, { x: 100, y: 200 }, 200, 260)
    await page.getByText('Bill 3', { exact: true }).waitFor()
    expect(await page.locator('output').textContent()).toBe('1')
  })
})

describe('a map', () => {
  test('tells places apart that lie together, once asked to look closer', async () => {
    const page = await open('places')
    const map = page.getByRole('group', { name: 'Where your machines are' })
    await map.getByRole('button', { name: '2 places, zoom in' }).click()
    await map.getByRole('button', { name: 'Kilat fifty, Jakarta' }).click()
    expect(await page.locator('output').textContent()).toBe('next')
    await map.getByRole('button', { name: 'Show all places' }).click()
    await map.getByRole('button', { name: 'Kancil S1, Bandung' }).waitFor()
  })

  test('goes with the finger and by arrow keys, and the page stays', async () => {
    const page = await open('places')
    const pin = page
      .getByRole('group', { name: 'Where your machines are' })
      .getByRole('button', { name: 'Melati night van, Bogor' })
    const before = (await pin.boundingBox())!
    await drag(page, { x: 200, y: before.y + 60 }, 40, 30)
    const way = async () => {
      const { x, y } = (await pin.boundingBox())!
      return [x - before.x, y - before.y]
    }
    await expect.poll(way).toEqual([expect.closeTo(30, 0), expect.closeTo(40, 0)])
    await pin.press('ArrowRight')
    await expect.poll(way).toEqual([expect.closeTo(30 - 80, 0), expect.closeTo(40, 0)])
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
  })

  test('keeps a move that comes between a frame and what follows from it', async () => {
    const page = await open('places')
    const map = page.getByRole('group', { name: 'Where your machines are' })
    const pin = map.getByRole('button', { name: 'Melati night van, Bogor' })
    const before = (await pin.boundingBox())!
    await map.evaluate(async (it) => {
      // Only a real finger can be captured.
      it.hasPointerCapture = () => true
      const send = (type: string, x: number) =>
        it.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: 100 + x, clientY: 100 }))
      send('pointerdown', 0)
      send('pointermove', 10)
      await new Promise<void>((drawn) => {
        new MutationObserver((_, observer) => {
          observer.disconnect()
          send('pointermove', 20)
          drawn()
        }).observe(it, { attributes: true, subtree: true })
      })
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
      send('pointermove', 30)
      send('pointerup', 30)
    })
    await expect.poll(async () => (await pin.boundingBox())!.x - before.x).toBeCloseTo(30, 0)
  })
})

test('a QR code shows what it says, module by module, with white around it', async () => {
  const page = await open('places', { deviceScaleFactor: 2 })
  const code = page.getByRole('img', { name: 'QR code of your invitation' })
  const { data, size } = encode(invitation, { ecc: 'M', border: 0 })
  const shown = await canvasPage.evaluate(
    async ({ picture, whole }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      pen.drawImage(image, 0, 0)
      const module = image.width / whole
      const isDark = (x: number, y: number) =>
        pen.getImageData((x + 0.5) * module, (y + 0.5) * module, 1, 1).data[0]! < 128
      return Array.from({ length: whole }, (_, y) => Array.from({ length: whole }, (_, x) => isDark(x, y)))
    },
    { picture: (await code.screenshot()).toString('base64'), whole: size + 8 },
  )
  const isInside = (it: number) => it >= 4 && it < size + 4
  expect(shown).toEqual(
    shown.map((row, y) => row.map((_, x) => (isInside(x) && isInside(y) ? data[y - 4]![x - 4] : false))),
  )
})

test('nothing moves under reduced motion', async () => {
  const page = await open('overlays', { reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Open sheet' }).click()
  await page.getByRole('dialog').waitFor()
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].map((it) => Number.parseFloat(getComputedStyle(it).transitionDuration)),
    ),
  )
  expect(longest).toBeLessThan(0.001)
})

test('the browser shows the colours that the contrast was computed from', async () => {
  const page = await open('overlays', {}, '&theme=dark')
  const shown: Record<string, number> = {}
  const tokens = ['canvas', 'ink', 'ink-soft', 'accent', 'accent-ink', 'danger', 'series-4']
  for (const token of tokens) {
    const [red = 0, green = 0, blue = 0] = await page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(--color-${name})`
      const pen = document.createElement('canvas').getContext('2d')!
      pen.fillStyle = getComputedStyle(probe).color
      pen.fillRect(0, 0, 1, 1)
      return [...pen.getImageData(0, 0, 1, 1).data]
    }, token)
    const linear = [red, green, blue].map((it) =>
      it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4,
    )
    shown[token] = 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
  }
  const purple = { hue: 296, vivid: 1 }
  expect(shown).toEqual(
    Object.fromEntries(tokens.map((it) => [it, expect.closeTo(luminanceOf(it, 'dark', purple), 2) as number])),
  )
})

/** Stops the page's clock; tests advance it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

test.each([
  ['ltr', '100'],
  ['rtl', '100'],
  ['ltr', '200'],
  ['rtl', '200'],
])(
  'a count at the corner of an icon leaves most of it, and its neighbour, to see: %s, text at %s percent',
  async (dir, text) => {
    const page = await look('buttons', { reducedMotion: 'reduce' }, `&dir=${dir}&text=${text}`)
    const counts = await page.locator('.figures.absolute[aria-hidden]').evaluateAll((badges) => {
      const covers = (over: Element, under: Element) => {
        const [a, b] = [over.getBoundingClientRect(), under.getBoundingClientRect()]
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        return (Math.max(0, width) * Math.max(0, height)) / (b.width * b.height)
      }
      return badges.map((badge) => ({
        count: badge.textContent,
        own: covers(badge, badge.parentElement!.querySelector('svg')!),
        others: [...document.querySelectorAll('svg')].filter(
          (it) => !badge.parentElement!.contains(it) && covers(badge, it) > 0,
        ).length,
      }))
    })
    expect(counts.map(({ count }) => count).toSorted()).toEqual(['27', '3', '99+'])
    for (const it of counts) {
      expect(it.own, `covered by ${it.count}`).toBeGreaterThan(0)
      expect(it.own, `covered by ${it.count}`).toBeLessThanOrEqual(0.25)
      expect(it.others, `neighbours of ${it.count}`).toBe(0)
    }
  },
)
