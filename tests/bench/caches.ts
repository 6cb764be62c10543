import type { Page } from 'playwright-core'
import { until } from '#tests/support/browser.ts'
import { quantile, type Figure } from './figure.ts'
import { onPhone, slowDown, type Phone } from './phone.ts'
import { areApplied, fillMessages, fillQueue, sizes } from './stored.ts'

const rounds = 5
const many = 10_000
const commands = 1000
const slowed = `processor slowed ${slowDown} times`

/** Offline start and search by stored amount, bytes of both caches, and the time to drain a long queue. */
export function caches(): Promise<Figure[]> {
  return onPhone(async (phone) => {
    const { page, server } = phone
    await page.goto(`${server.origin}/#/pages/my/offline`)
    await page.getByText('Ready offline: everything worth reading is saved.').waitFor({ timeout: 60_000 })
    const { boot, store } = await page.evaluate(sizes)
    await server.kill()
    await page.evaluate(fillMessages, 0)
    const few = await openings(phone)
    await page.evaluate(fillMessages, many)
    const full = await openings(phone)
    const search = await searching(phone)
    const drain = await draining(phone)
    return [
      { what: 'boot shelf of the demo member', value: boot / 1000, unit: 'kB' },
      { what: 'store shelf of the demo member, everything filled', value: store / 1000, unit: 'kB' },
      ...figures('0', few),
      ...figures(many.toLocaleString('en'), full),
      {
        what: `search over ${many.toLocaleString('en')} messages, first letter typed to result, ${slowed}`,
        value: search.first,
        unit: 'ms',
      },
      { what: 'the same, further letters', value: search.further, unit: 'ms' },
      {
        what: `${commands.toLocaleString('en')} queued commands, opening the app to all confirmed`,
        value: drain / 1000,
        unit: 's',
      },
    ]
  })
}

interface Opening {
  home: number
  homeIdle: number
  list: number
  listIdle: number
}

function figures(stored: string, { home, homeIdle, list, listIdle }: Opening): Figure[] {
  return [
    { what: `start at Home offline to content, ${stored} messages stored, ${slowed}`, value: home, unit: 'ms' },
    { what: 'the same to interactive', value: homeIdle, unit: 'ms' },
    { what: `start at the messages to content, ${stored} stored`, value: list, unit: 'ms' },
    { what: 'the same to interactive', value: listIdle, unit: 'ms' },
  ]
}

async function openings(phone: Phone): Promise<Opening> {
  const [home, list] = [
    await opening(phone, '/', 'main data[value]'),
    await opening(phone, '/subPages/message/list', 'main li, main [role="status"] p'),
  ]
  return { home: home.content, homeIdle: home.interactive, list: list.content, listIdle: list.interactive }
}

async function opening(
  { page, cdp, server, slow }: Phone,
  route: string,
  sign: string,
): Promise<{ content: number; interactive: number }> {
  await cdp.send('ServiceWorker.enable')
  const times: { content: number; interactive: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('about:blank')
    await cdp.send('ServiceWorker.stopAllWorkers')
    await slow(slowDown)
    await page.goto(`${server.origin}/#${route}`, { waitUntil: 'commit' })
    times.push(await page.evaluate(untilContent, sign))
    await slow(1)
  }
  const counted = times.slice(1)
  return {
    content: quantile(
      counted.map((it) => it.content),
      0.5,
    ),
    interactive: quantile(
      counted.map((it) => it.interactive),
      0.5,
    ),
  }
}

/** Milliseconds from the navigation until `sign` is on the screen, and until the main thread is idle. */
function untilContent(sign: string): Promise<{ content: number; interactive: number }> {
  return new Promise((done) => {
    const look = () => {
      if (!document.querySelector(sign)) return requestAnimationFrame(look)
      return requestAnimationFrame(() => {
        const content = performance.now()
        requestIdleCallback(() => done({ content, interactive: performance.now() }))
      })
    }
    requestAnimationFrame(look)
  })
}

async function searching({ page, server, slow }: Phone): Promise<{ first: number; further: number }> {
  const first: number[] = []
  const further: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('about:blank')
    await page.goto(`${server.origin}/#/subPages/message/list`)
    await page.getByRole('searchbox').waitFor()
    await slow(slowDown)
    first.push(await typing(page, 'm', 'message'))
    further.push(await typing(page, 'machine 9876', '9876'))
    await slow(1)
  }
  return { first: quantile(first, 0.5), further: quantile(further, 0.5) }
}

/** Types into the search field and waits for the frame with the results. */
function typing(page: Page, words: string, sign: string): Promise<number> {
  return page.evaluate(
    ([wanted, shown]) =>
      new Promise<number>((done) => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const begun = performance.now()
        set?.call(field, wanted)
        field?.dispatchEvent(new Event('input', { bubbles: true }))
        const look = () =>
          [...document.querySelectorAll('main li')].some((it) => (it as HTMLElement).innerText.includes(shown))
            ? done(performance.now() - begun)
            : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }),
    [words, sign] as const,
  )
}

/** Milliseconds from opening the app until the server has confirmed every command. */
async function draining({ page, server }: Phone): Promise<number> {
  await page.goto(`${server.origin}/#/pages/my/queue`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(fillQueue, commands)
  // No tab may start to send before the measurement begins.
  await page.goto('about:blank')
  await server.start()
  const begun = performance.now()
  await page.goto(`${server.origin}/#/pages/my/queue`)
  await until(page, areApplied, commands, 300_000)
  return performance.now() - begun
}
