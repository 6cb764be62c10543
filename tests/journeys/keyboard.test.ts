import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import type { OpenOptions } from '#tests/support/browser.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { announcementsOf, recordAnnouncements } from '#tests/support/announcements.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'

const app = journey()
let page: Page

async function open(options: OpenOptions = {}) {
  page = await app.open(options)
}

async function openAsMember(route: string, options: OpenOptions = {}) {
  page = await app.openAsDemo({ ...options, route })
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const has = (it: Locator) => it.evaluate((element) => element === document.activeElement)
const isLost = () => page.evaluate(() => document.activeElement === null || document.activeElement === document.body)
const claimed = /^\$[\d.,]+ claimed/
/** More tab stops than any page of the app has. */
const patience = 120
const soon = { timeout: 20_000 }

/** Presses Tab until `wanted` has the focus. */
async function tabTo(wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let press = 0; press < patience; press += 1) {
    if (await has(wanted)) return
    await page.keyboard.press(key)
  }
  throw new Error(`no focus for ${String(wanted)} in ${patience} presses of ${key}`)
}

/** Tabs to `wanted` and presses a key on it; the focus must not be lost. */
async function press(wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(wanted)
  await page.keyboard.press(key)
  await expect.poll(isLost, { ...soon, message: `the focus is lost after ${key} on ${String(wanted)}` }).toBe(false)
}

const link = (name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('link', { name, exact: typeof name === 'string' })
    .first()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('a page that failed keeps its button and the focus while it is tried again, and says each outcome', async () => {
  let answer = Promise.withResolvers<boolean>()
  const refused = { errno: 403, errmsg: 'Not yours to see.', data: null }
  answer.resolve(false)
  await openAsMember('/pages/my/equity', {
    before: (it) =>
      it.route('**/wx/goods/level/list**', async (route) => {
        if (await answer.promise) return route.continue()
        return route.fulfill({ status: 403, headers: { 'x-voltfolio': '1' }, json: refused })
      }),
  })
  const said = page.getByRole('alert').getByText('Not yours to see. (HTTP 403)')
  await said.waitFor()
  await recordAnnouncements(page)
  for (const works of [false, true]) {
    answer = Promise.withResolvers()
    await press(button('Try again'))
    await expect.poll(() => button('Try again').getAttribute('aria-busy'), soon).toBe('true')
    expect(await has(button('Try again'))).toBe(true)
    expect(await said.isVisible()).toBe(true)
    answer.resolve(works)
    if (works) await button('Try again').waitFor({ state: 'detached' })
    else await expect.poll(() => announcementsOf(page, /Not yours to see/), soon).toHaveLength(1)
  }
  expect(await isLost()).toBe(false)
})

test('a screen reader is told once that a claim was saved, and once that it was refused and why', async () => {
  await openAsMember('/pages/index/productList')
  const claim = button(/^Claim /)
  await claim.waitFor()
  await page.route('**/wx/g/user/goods/earnings/claim', (it) => it.abort())
  await recordAnnouncements(page)
  await press(claim)
  await page.getByRole('main').getByText('Will retry').waitFor()
  await expect.poll(() => announcementsOf(page, /Saved on this device/)).toHaveLength(1)
  expect(await announcementsOf(page, /Sending|Will retry/)).toEqual([])
  // Instead of the first one, with nothing between them: a retry would be accepted there.
  await page.route('**/wx/g/user/goods/earnings/claim', (it) =>
    it.fulfill({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
      body: JSON.stringify({
        errno: errors.nothing_to_claim.errno,
        errmsg: 'Nothing is there to be claimed.',
        data: null,
      }),
    }),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('main').getByText('Not accepted').waitFor()
  expect(await announcementsOf(page, /Nothing is there to be claimed/)).toHaveLength(1)
  expect(await announcementsOf(page, /Saved on this device/)).toHaveLength(1)
  await press(button('Dismiss'))
})

test('the units keep the focus while the server prices an order, while it fails, and once it is back', async () => {
  await openAsMember('/pages/index/productList')
  await press(link(/E-bikes and cargo/))
  await expect.poll(() => has(heading('E-bikes and cargo')), soon).toBe(true)
  await press(link(/^Embun E-Bike/))
  await expect.poll(() => has(heading('Embun E-Bike')), soon).toBe(true)
  const answer = await holdAnswers(page, /\/order\/draft\/generate/)
  await press(link('Buy'))
  const more = button('One more')
  await press(more)
  await expect.poll(() => page.getByRole('textbox', { name: 'Units' }).inputValue(), soon).toBe('2')
  answer()
  await button('Review and pay').waitFor()
  expect(await has(more)).toBe(true)

  const fail = (route: Route) => route.abort()
  await page.route(/\/order\/draft\/generate/, fail)
  await page.keyboard.press('Enter')
  await button('Check the price again').waitFor()
  expect(await has(more)).toBe(true)
  await page.unroute(/\/order\/draft\/generate/, fail)
  await page.keyboard.press('Enter')
  await page.getByText('4 ×').waitFor()
  expect(await has(more)).toBe(true)
})

test('the main job is done by keyboard alone, and the focus is never lost', async () => {
  await open()
  await press(link('Log in'))
  await expect.poll(() => has(heading('Log in')), soon).toBe(true)
  await press(button('Use the demo member'))
  await tabTo(page.getByRole('checkbox'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await press(button('Log in'))
  await expect.poll(() => has(heading('Home')), soon).toBe(true)

  await recordAnnouncements(page)
  await press(button(/^Claim /))
  await page.getByText(claimed).waitFor()
  expect(await isLost()).toBe(false)
  expect(await announcementsOf(page, claimed)).toHaveLength(1)

  await press(link(/E-bikes and cargo/))
  await expect.poll(() => has(heading('E-bikes and cargo')), soon).toBe(true)
  await press(link(/^Embun E-Bike/))
  await expect.poll(() => has(heading('Embun E-Bike')), soon).toBe(true)
  await press(link('Buy'))
  await press(button('One more'))
  await page.getByText('2 ×').waitFor()
  await press(button('Review and pay'), 'Space')
  const sheet = page.getByRole('dialog')
  const pay = button(/^Pay /)
  await pay.waitFor()
  const next = () =>
    page.evaluate(() => (document.activeElement?.textContent?.startsWith('Keep reading') ? 'Enter' : 'Tab'))
  while (await pay.isDisabled()) await page.keyboard.press(await next())
  expect(await sheet.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await press(pay)
  await expect.poll(() => has(heading('Order paid')), soon).toBe(true)

  await press(link('See my products'))
  await expect.poll(() => has(heading('My products')), soon).toBe(true)
  for (const name of ['Embun E-Bike', 'E-bikes and cargo', 'Home']) {
    await tabTo(button('Back'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await heading(name).waitFor()
    await expect.poll(isLost, soon).toBe(false)
  }
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^My/ }))
  await expect.poll(() => has(heading('My')), soon).toBe(true)
  await press(link(/^Daily check-in/))
  await press(button(/^Check in for/))
  await page.getByText(/gold coins are yours/).waitFor()
  expect(await isLost()).toBe(false)
  expect(await announcementsOf(page, /gold coins are yours/)).toHaveLength(1)
  // Once for the claim, once for the check-in.
  expect(await announcementsOf(page, /Saved on this device/)).toHaveLength(2)
})

describe('the focus', () => {
  test('returns to the link that was followed', async () => {
    await openAsMember('/pages/index/my')
    const levels = link('Levels')
    await press(levels)
    await expect.poll(() => has(heading('Member levels')), soon).toBe(true)
    await page.goBack()
    await expect.poll(() => has(levels), soon).toBe(true)
  })

  test('stays on a link that is drawn anew once its data are there', async () => {
    await open({ route: '/pages/my/help' })
    await untilLoaded(page)
    const release = await holdAnswers(page, /\/wx\//)
    await page.evaluate(() => {
      location.hash = '/pages/index/productList'
    })
    await tabTo(link('Log in'))
    release()
    await page.getByText(/machines? running now/).waitFor()
    expect(await has(link('Log in'))).toBe(true)
  })

  test('stays within a sheet and a dialog, and is returned by both', async () => {
    await openAsMember('/pages/my/productOrderList')
    const order = page.getByRole('main').getByRole('listitem').first().locator('a, button')
    await press(order)
    await isHeldBy(page.getByRole('dialog'), order)
    await page.evaluate(() => {
      location.hash = '/pages/my/set'
    })
    const logOut = button('Log out')
    await press(logOut)
    await isHeldBy(page.getByRole('alertdialog'), logOut)
  })

  test('is visible everywhere, and not covered by bars, ribbon or status line', async () => {
    await openAsMember('/pages/index/productList')
    for (const [route, sign] of [
      ['/pages/index/productList', 'Featured'],
      // What comes last moves what is under it: the first steps here, the switches there.
      ['/pages/index/my', /\d of \d done/],
      ['/pages/my/set', 'Settled income'],
      ['/subPages/product/list', /\$\d/],
    ] as const) {
      await page.evaluate((to) => {
        location.hash = to
      }, route)
      await page.getByRole('main').getByText(sign).first().waitFor()
      await untilLoaded(page)
      expect(await stopsWithout(), route).toEqual([])
    }
  })

  test('is seen again where the line about the network appears over it', async () => {
    await openAsMember('/pages/my/set')
    const focused = link(/^Version and updates/)
    await tabTo(focused)
    await focused.evaluate((it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight))
    await page.context().setOffline(true)
    await page.getByRole('status').getByRole('link').waitFor()
    await expect.poll(faultOfFocus, soon).toBe('')
    expect(await has(focused)).toBe(true)
  })
})

/** Tab stays within the frame; Escape closes it and returns the focus to the opener. */
async function isHeldBy(frame: Locator, opener: Locator): Promise<void> {
  const holdsFocus = () =>
    frame.evaluate(
      (it) => it.contains(document.activeElement) || document.activeElement?.hasAttribute('data-base-ui-focus-guard'),
    )
  await expect.poll(holdsFocus).toBe(true)
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press('Tab')
    // Beyond the last element it passes over the document's end, and is brought back a moment later.
    await expect.poll(holdsFocus, soon).toBe(true)
  }
  await page.keyboard.press('Escape')
  await frame.waitFor({ state: 'detached' })
  await expect.poll(() => has(opener), soon).toBe(true)
}

/** Tabs through the page from its heading to its end; returns stops whose focus is invisible or out of sight. */
async function stopsWithout(): Promise<string[]> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus()
  })
  const faults: string[] = []
  for (let times = 0; times < patience; times += 1) {
    await page.keyboard.press('Tab')
    const isEnd = await page.evaluate(() => {
      const it = document.activeElement
      const isKnown = !it || it === document.body || it.hasAttribute('data-walked')
      it?.setAttribute('data-walked', '')
      return isKnown
    })
    if (isEnd) break
    // A smooth scroll may still bring the stop into view.
    await expect
      .poll(faultOfFocus, { timeout: 2000 })
      .toBe('')
      .catch(async () => {
        faults.push(await faultOfFocus())
      })
  }
  await page.evaluate(() => {
    for (const it of document.querySelectorAll('[data-walked]')) it.removeAttribute('data-walked')
  })
  return faults
}

function faultOfFocus(): Promise<string> {
  return page.evaluate(() => {
    const it = document.activeElement!
    const box = it.getBoundingClientRect()
    const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const top = document.elementFromPoint(x, box.top + box.height * part)
      return top !== null && (it.contains(top) || top.contains(it) || top.closest('label')?.contains(it))
    })
    // A transparent control shows its focus on its label or its stand-in.
    const faces = [it, it.closest('label'), it.parentElement, it.nextElementSibling].filter(
      (face) => face instanceof HTMLElement,
    )
    const isRinged = faces.some(
      (face) =>
        getComputedStyle(face).outlineStyle !== 'none' || getComputedStyle(face).textDecorationLine === 'underline',
    )
    return isSeen && isRinged ? '' : `${isSeen ? 'no ring' : 'covered'}: ${it.outerHTML.slice(0, 160)}`
  })
}

test('nothing moves under reduced motion, from page to page', async () => {
  await openAsMember('/pages/index/productList', { context: { reducedMotion: 'reduce' } })
  await page.getByText('Featured').waitFor()
  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const look = () => {
      for (const it of document.getAnimations())
        if (Number(it.effect?.getComputedTiming().duration) > 1) moved.push((it as CSSAnimation).animationName)
      requestAnimationFrame(look)
    }
    look()
  })
  for (const [route, name] of [
    ['/subPages/product/list', 'Products'],
    ['/pages/index/my', 'My'],
    ['/pages/my/checkIn', 'Daily check-in'],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = to
    }, route)
    await heading(name).waitFor()
  }
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
})
