import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import type { Answer } from '#protocol/call.ts'
import type { goodsDetail } from '#protocol/products.ts'
import { findBrowser } from '#server/install.mjs'
import { seedId } from '#server/db/seed/seed-id.ts'
import { launchBrowser, moving, openApp } from '#tests/support/browser.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { codeSentTo, freshPhone } from '#tests/support/newcomer.ts'
import { startServer } from '#tests/support/server-process.ts'
import type { Figure } from './figure.ts'

const machine = 'Kancil S1'
const password = 'a-good-one'
const digits = '480216'

/** What a hand does on a phone. */
interface Hand {
  taps: number
  fields: number
  keys: number
}

/**
 * A new member's way from the first page to a withdrawal's receipt, by taps alone: what a hand has to do, and how long
 * the app takes for it where nobody thinks or reads. What the machine earns in between isn't counted.
 */
export async function newMember(): Promise<Figure[]> {
  const server = await startServer()
  const browser = await launchBrowser(findBrowser())
  try {
    const { page } = await openApp(browser, server.origin, { context: moving })
    const hand: Hand = { taps: 0, fields: 0, keys: 0 }
    const way = wayOf(page, server.origin, hand)
    const figures: Figure[] = []
    let all = 0
    for (const [what, step] of Object.entries(way)) {
      const begun = performance.now()
      await step()
      const took = (performance.now() - begun) / 1000
      if (what === 'earn') continue
      all += took
      figures.push({ what: `new member: ${what}`, value: took, unit: 's' })
    }
    return [
      ...figures,
      { what: 'new member: all of it', value: all, unit: 's' },
      ...Object.entries(hand).map(([what, value]): Figure => ({ what: `new member: ${what}`, value, unit: 'times' })),
    ]
  } finally {
    await browser.close()
    await server.dispose()
  }
}

/** The steps in their order. */
function wayOf(page: Page, origin: string, hand: Hand): Record<string, () => Promise<unknown>> {
  const phone = freshPhone()
  const tap = async (it: Locator) => {
    await it.tap({ timeout: 5000 })
    hand.taps += 1
  }
  const type = async (it: Locator, text: string) => {
    await it.tap()
    await page.keyboard.type(text)
    hand.fields += 1
    hand.keys += text.length
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const tab = async (name: string) => await tap(page.getByRole('navigation').getByRole('link', { name }))
  return {
    register: async () => {
      await tap(link('Register'))
      await type(field('Phone number'), phone.e164)
      await tap(button('Get code'))
      await page.getByText('Code sent').waitFor()
      await type(field('Verification code'), await codeSentTo(origin, phone.e164))
      await type(field('Password'), password)
      await type(field('Repeat password'), password)
      await type(field('Invite code'), 'VOLTFOLIO')
      await tap(page.getByRole('checkbox'))
      await tap(button('Register'))
      await tap(button('Skip'))
      await heading('Home')
    },
    'set a transaction password': async () => {
      await tab('My')
      await tap(link(/^Set a transaction password/))
      await type(field('Login password'), password)
      await type(page.getByRole('textbox', { name: 'Transaction password', exact: true }), digits)
      await type(page.getByRole('textbox', { name: 'Repeat the 6 digits', exact: true }), digits)
      await tap(button('Set transaction password'))
      await page.getByText('Transaction password set').waitFor()
    },
    'buy a machine': async () => {
      await tab('Mall')
      await tap(page.getByRole('main').getByRole('link', { name: machine }).first())
      await tap(link('Buy'))
      await tap(button('Review and pay'))
      const pay = button(/^Pay \$/)
      const readOn = page.getByRole('button', { name: /^Keep reading/ })
      while (await pay.isDisabled()) {
        const left = await page.locator('[data-unread]').count()
        // The last points may be read while the sheet still moves.
        if (left > 0) await tap(readOn).catch(() => undefined)
        await page.waitForFunction(
          (before) => before === 0 || document.querySelectorAll('[data-unread]').length < before,
          left,
        )
      }
      await tap(pay)
      await type(page.getByRole('textbox', { name: 'Your 6 digits' }).first(), digits)
      await heading('Order paid')
    },
    earn: async () => await earn(origin),
    'claim its income': async () => {
      await page.reload()
      await tap(link('See my products'))
      await tap(page.getByRole('main').getByRole('link', { name: machine }))
      await tap(button(/^Claim \$/))
      await page.getByText('Claimed so far').waitFor()
    },
    'add a card': async () => {
      const tabs = page.getByRole('navigation')
      while (!(await tabs.isVisible())) await tap(page.getByRole('button', { name: 'Back' }))
      await tab('My')
      await tap(
        page
          .getByRole('main')
          .getByRole('link', { name: /^Income/ })
          .first(),
      )
      await tap(
        page
          .getByRole('link', { name: 'Withdraw' })
          .or(page.getByRole('button', { name: 'Withdraw' }))
          .first(),
      )
      await tap(
        page
          .getByRole('link', { name: 'Add card' })
          .or(page.getByRole('button', { name: 'Add card' }))
          .first(),
      )
      await type(field('Card number'), '4111111111111111')
      await page.getByLabel('Bank').first().selectOption({ label: 'Bank Mandiri' })
      hand.taps += 2
      await type(field('Expiry (MM/YY)'), `12${(new Date().getFullYear() + 2) % 100}`)
      await type(field('CVV'), '739')
      await type(field('Name on the card'), 'SARI WIJAYA')
      await type(field('Phone number at your bank'), '81200000001')
      await tap(page.getByRole('checkbox'))
      await tap(button('Add card'))
      await type(page.getByRole('textbox', { name: 'Your 6 digits' }).first(), digits)
      await page.getByText('Card added').waitFor()
    },
    withdraw: async () => {
      await tap(button(/^Withdraw all/))
      await tap(button(/^Withdraw \S*\$/))
      await type(page.getByRole('textbox', { name: 'Your 6 digits' }).first(), digits)
      await heading('Withdrawal')
    },
    'save the receipt': async () => {
      const saving = page.waitForEvent('download')
      await tap(button('Save as PDF'))
      await (await saving).path()
    },
  }
}

/** Has the machine take in a trip, and its day settled. */
async function earn(origin: string): Promise<void> {
  const { deviceNumber, currency } = await httpCall<Answer<typeof goodsDetail>>(
    origin,
    `g/goods/info?id=${seedId('product', 'kancil-s1')}`,
    {},
  )
  const { now } = await post<{ now: number }>(origin, 'advance?ms=60000')
  await post(origin, 'revenue', {
    source: 'bench',
    externalId: randomUUID(),
    deviceNumber,
    kind: 'trip',
    amount: 150_000,
    currency,
    distanceM: 42_000,
    startedAt: new Date(now - 30_000).toISOString(),
    endedAt: new Date(now).toISOString(),
  })
  await post(origin, `advance?ms=${24 * 3_600_000}`)
  await post(origin, 'jobs')
}

async function post<T>(origin: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin}/test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}
