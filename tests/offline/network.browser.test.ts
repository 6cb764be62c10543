import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import {
  serverAnswer,
  markOne,
  markPath,
  openFaultyNetwork,
  openPhone,
  pressFirst,
  soon,
  faultSends,
  acceptedKeys,
  unreadMessages,
  type FaultyNetwork,
  type Phone,
} from '#tests/support/faulty-network.ts'
import { fillQueue } from '#tests/bench/stored.ts'
import type { Fault } from '#tests/support/fault-proxy.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

let network: FaultyNetwork
let phone: Phone

beforeAll(async () => {
  network = await openFaultyNetwork()
})
afterAll(async () => {
  await network?.close()
})

beforeEach(async () => {
  phone = await openPhone(network)
})

afterEach(async () => {
  network.proxy.rule = undefined
  network.proxy.closeConnections()
  await phone.context.close()
  expect(phone.complaints).toEqual([])
})

const html = { 'content-type': 'text/html' }
const sends = () => network.proxy.passed.filter((it) => it.path.startsWith(markPath))

/** A command that meets `fault` waits for the reason `why`, and is applied once when the network works again. */
async function survives(fault: Fault, why: string): Promise<void> {
  faultSends(network, fault, Infinity)
  await markOne(phone.page)
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe(why)
  const [saved] = await phone.commands()
  network.proxy.rule = undefined
  await phone.dispatchOnline()
  await phone.untilStates('applied')
  const [applied] = await phone.commands()
  expect(applied).toMatchObject({ id: saved!.id, args: saved!.args })
  expect(await acceptedKeys(network.server, [applied!])).toHaveLength(1)
}

test('captive portal', () =>
  survives(
    { kind: 'answer', status: 200, headers: html, body: '<h1>Welcome to the Wi-Fi of the station</h1>' },
    'notOurs',
  ))

test('captive portal that answers with JSON of its own', () =>
  survives(
    {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"errno":0,"errmsg":"","data":{"unread":0}}',
    },
    'notOurs',
  ))

test('redirect to a log-in page', () =>
  survives({ kind: 'answer', status: 302, headers: { location: '/portal/login' }, body: '' }, 'notOurs'))

test('a truncated answer', () => survives({ kind: 'truncated' }, 'network'))

test('answer lost after commit', () => survives({ kind: 'answerLost' }, 'network'))

test('request lost', () => survives({ kind: 'lost' }, 'network'))

test('a gateway without its server', () =>
  survives({ kind: 'answer', status: 502, headers: html, body: '<h1>Bad gateway</h1>' }, 'notOurs'))

test('sent twice at once', async () => {
  faultSends(network, { kind: 'doubled' })
  await markOne(phone.page)
  await phone.untilStates('applied')
  expect(await acceptedKeys(network.server, await phone.commands())).toHaveLength(1)
})

test('a very slow network: a tap is shown as done at once, and as being sent', async () => {
  network.proxy.rule = ({ path }) => (path.startsWith(markPath) ? { kind: 'blackHole' } : undefined)
  await markOne(phone.page)
  await phone.untilStates('inflight')
  await phone.page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await phone.page.getByText('Being sent to the server.').waitFor()
  network.proxy.rule = undefined
  network.proxy.closeConnections()
  await phone.dispatchOnline()
  await phone.untilStates('applied')
})

test('the browser reports offline and is not', async () => {
  await phone.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await phone.openMessages()
  await phone.page.reload()
  await unreadMessages(phone.page).first().waitFor()
  await markOne(phone.page)
  await phone.untilStates('applied')
})

test('401 in the middle of the queue: the token is renewed and the queue goes on, in order', async () => {
  faultSends(network, { kind: 'lost' }, Infinity)
  await markOne(phone.page)
  // Once a command was sent, the next tap is a command of its own.
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe('network')
  await markOne(phone.page)
  let seen = 0
  network.proxy.rule = ({ path }) => (path.startsWith(markPath) && ++seen === 2 ? serverAnswer(401, 401) : undefined)
  await phone.dispatchOnline()
  await phone.untilStates('applied', 'applied')
  expect(seen).toBeGreaterThan(2)
  const commands = await phone.commands()
  expect(await acceptedKeys(network.server, commands)).toEqual(commands.map((it) => it.id))
})

test('refresh token expired: waiting commands say so, and are sent after signing in again', async () => {
  network.proxy.rule = ({ path }) =>
    path.startsWith(markPath) || path.startsWith('/wx/auth/refresh') ? serverAnswer(401, 401) : undefined
  // The log-in page may come before the message is seen as read.
  await pressFirst(phone.page)
  await phone.untilStates('awaitingSignIn')
  network.proxy.rule = undefined
  await phone.page.goto(`${network.proxy.origin}/#/pages/auth/login`)
  await signInAsDemo(phone.page)
  await phone.untilStates('applied')
})

test('429 with Retry-After: nothing is sent before its time, whatever the network says', async () => {
  const waitMs = 3000
  faultSends(network, serverAnswer(429, 429, { 'retry-after': String(waitMs / 1000) }))
  const before = sends().length
  await markOne(phone.page)
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe('tooMany')
  await phone.dispatchOnline()
  await phone.untilStates('applied')
  const [refused, accepted] = sends().slice(before)
  expect(accepted!.at - refused!.at).toBeGreaterThanOrEqual(waitMs - 100)
  expect(sends().length - before).toBe(2)
})

test('a feature that is switched off: the command waits, says why, and is sent once the app hears that nothing is off', async () => {
  faultSends(network, serverAnswer(200, errors.switched_off.errno), Infinity)
  await markOne(phone.page)
  await expect.poll(async () => (await phone.commands())[0]?.waiting?.why, soon).toBe('switchedOff')
  network.proxy.rule = undefined
  await phone.page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await phone.page.getByText('The operator has turned this feature off.').waitFor()
  // As when another app is opened for a moment: every return to the page asks for the operator's switches.
  await phone.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await phone.untilStates('applied')
})

test('many 500, 502 and 503 answers', async () => {
  const storm = [
    serverAnswer(500, 500),
    { kind: 'answer', status: 502, headers: html, body: 'Bad gateway' },
    serverAnswer(503, 1503),
  ] satisfies Fault[]
  network.proxy.rule = ({ path }) => (path.startsWith(markPath) ? storm.shift() : undefined)
  const before = sends().length
  await markOne(phone.page)
  await phone.untilStates('applied')
  expect(sends().length - before).toBe(4)
  expect(
    new Set(
      sends()
        .slice(before)
        .map((it) => it.key),
    ).size,
  ).toBe(1)
})

const queued = Number(process.env.QUEUED ?? 60)

test(
  `${queued} queued commands on a line that fails half of all requests: all arrive once, in a bounded number of requests`,
  { timeout: 240_000 },
  async () => {
    await phone.page.evaluate(fillQueue, queued)
    const ids = (await phone.commands()).map((it) => it.id)
    network.proxy.odds = { lost: 0.25, answerLost: 0.25 }
    const before = network.proxy.passed.length
    const applied = async () => {
      // A line like this comes and goes, and the browser says so each time.
      await phone.dispatchOnline()
      return (await phone.commands()).filter((it) => it.state === 'applied').length
    }
    await expect.poll(applied, { timeout: 200_000, interval: 200 }).toBe(queued)
    network.proxy.odds = {}
    const sent = network.proxy.passed.slice(before).filter((it) => it.path.startsWith('/wx/mallNotice/readAll'))
    expect(new Set(sent.map((it) => it.key))).toEqual(new Set(ids))
    // Half of them fail: two each on average, and no more than chance adds.
    expect(sent.length).toBeLessThan(3 * queued)
    expect(await acceptedKeys(network.server, await phone.commands())).toHaveLength(queued)
  },
)

test('a newer server demands a newer app: waiting commands say so and are kept', async () => {
  faultSends(network, serverAnswer(426, 426), Infinity)
  await markOne(phone.page)
  await phone.untilStates('needsUpdate')
  await phone.page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await phone.page.getByText('too old to send it').waitFor()
})

test('a network that accepts and never answers is told within seconds, until the first answer', async () => {
  const { page } = phone
  const status = page.getByRole('status')
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await page.getByText('Online now').waitFor()
  network.proxy.rule = ({ path }) => (path.startsWith('/wx/') ? { kind: 'blackHole' } : undefined)
  await page.goto(`${network.proxy.origin}/#/pages/my/checkIn`)
  await status.getByText('Waiting for the server').waitFor()
  await status.getByText("The server isn't answering").waitFor()
  await page.goto(`${network.proxy.origin}/#/pages/my/queue`)
  await expect.poll(() => status.getByText("The server isn't answering").count(), soon).toBe(2)
  await expect.poll(() => page.getByText('Online now').count(), soon).toBe(0)
  // Swallowed requests stay open; the next request is answered, once a connection is free: the app gives up after 60 s.
  network.proxy.rule = undefined
  await page.goto(`${network.proxy.origin}/#/pages/my/coupon`)
  const untilGivenUp = { timeout: 70_000 }
  await expect.poll(() => status.getByText("The server isn't answering").count(), untilGivenUp).toBe(0)
})

test('signed out, saved commands wait for signing in and are not promised to be sent', async () => {
  const { page } = phone
  network.proxy.rule = ({ path }) => (path.startsWith(markPath) ? { kind: 'lost' } : undefined)
  for (let count = 0; count < 3; count++) await markOne(page)
  // A command that is being sent takes no further marks, so there are several commands.
  const open = (await phone.commands()).length
  await page.goto(`${network.proxy.origin}/#/pages/my/set`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await phone.context.setOffline(true)
  await page.goto(`${network.proxy.origin}/#/pages/auth/login`)
  await page
    .getByText(open > 1 ? `${open} saved actions are waiting for you` : 'A saved action is waiting for you')
    .waitFor()
  expect(await page.getByText('will be sent').count()).toBe(0)
  await phone.context.setOffline(false)
})

test('a network that accepts and never answers delays content by no more than 300 ms', async () => {
  const { page } = phone
  /** Milliseconds from the navigation to the first message. */
  async function toContent(): Promise<number> {
    await page.goto('about:blank')
    await page.goto(`${network.proxy.origin}/#/subPages/message/list`, { waitUntil: 'commit' })
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          ;(function look() {
            if (document.body?.innerText.includes('Machine stopped')) resolve(performance.now())
            else requestAnimationFrame(look)
          })()
        }),
    )
  }
  const best = async () => Math.min(await toContent(), await toContent(), await toContent(), await toContent())
  await best()
  const well = await best()
  // The rule covers every request: the page and its files too.
  network.proxy.rule = () => ({ kind: 'blackHole' })
  // On a slow machine all takes longer, also what has nothing to do with the network.
  expect((await best()) - well).toBeLessThan(Math.max(300, well))
})
