import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawDetail, type Draw } from '#protocol/games.ts'
import { hashOf } from '#src/lib/fair-draw.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi, type MemberApi } from '#tests/support/member-api.ts'

const app = journey()

async function visit(page: Page, route: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

/** A draw whose prize of points waits to be received. */
async function winPoints(api: MemberApi): Promise<Draw> {
  for (let n = 0; n < 25; n++) {
    const drawn = await api.draw()
    if (drawn.prize?.type === 1) return drawn
  }
  throw new Error('nothing won in 25 draws')
}

const points = async (api: MemberApi) => {
  const { goldCoins, luckyBalls } = await api.balances()
  return { gold: goldCoins, lucky: luckyBalls }
}

async function signedIn(route: string, title: string, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await app.openAsDemo({ route, ...(before && { before }) })
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  return page
}

test('a prize is received in the tunnel: saved, sent when back, given once', async () => {
  const api = await memberApi(app.server.origin)
  const won = await winPoints(api)
  const { reward } = won.prize!
  const before = await points(api)
  const page = await app.openInstalled()
  await visit(page, '/pages/my/offline', 'Offline and storage')
  await page.getByText('Ready offline: everything worth reading is saved.').waitFor()
  await app.server.kill()

  await visit(page, '/subPages/box/giftList', 'Prizes won')
  // The newest prize stands first.
  await page
    .getByRole('button', { name: /^Claim / })
    .first()
    .click()
  const sent = page.getByRole('main').getByText("It's only paid once, however often it's sent.")
  await sent.waitFor()
  await page.reload()
  await sent.waitFor()
  const row = page.getByRole('listitem').filter({ has: sent })
  expect(await row.getByRole('button', { name: /^Claim / }).count()).toBe(0)
  await visit(page, '/subPages/box/historyList', 'Draw history')
  await page.getByText('Sending').waitFor()

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('Sending').waitFor({ state: 'detached' })
  const back = await memberApi(app.server.origin)
  await expect.poll(async () => (await back.draws()).find((it) => it.id === won.id)?.status).toBe(1)
  const given = reward?.of === 'gold' || reward?.of === 'lucky' ? { [reward.of]: reward.amount } : {}
  const { gold = 0, lucky = 0 } = given
  expect(await points(back)).toEqual({ gold: before.gold + gold, lucky: before.lucky + lucky })
  await visit(page, '/subPages/box/giftList?status=received', 'Prizes won')
  await page.getByText(won.prize!.name).first().waitFor()
})

test('the history is filtered by what was won and by the state of the prize', async () => {
  const api = await memberApi(app.server.origin)
  while (!(await api.draws()).some((it) => it.prize === null)) await api.draw()
  const draws = await api.draws()
  const count = (isMeant: (drawn: Draw) => boolean) => Math.min(1, draws.filter(isMeant).length)
  const page = await signedIn('/subPages/box/historyList', 'Draw history')
  // The list holds only the rows near the screen: which draws these are is up to chance.
  const anyDraw = page.getByText(/ · 20 gold coins/).first()
  await anyDraw.waitFor()
  const lost = page.getByText('Nothing won')
  const due = page.getByRole('main').getByRole('link').getByText('To claim')
  await page.getByRole('radio', { name: 'Not won' }).click()
  await expect.poll(() => due.count()).toBe(0)
  expect(Math.min(1, await lost.count())).toBe(1)
  expect(await page.getByRole('radio', { name: 'Any status' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Won', exact: true }).click()
  await expect.poll(() => lost.count()).toBe(0)
  await page.getByRole('radio', { name: 'Claimed' }).click()
  await expect.poll(() => due.count()).toBe(0)
  if (count((it) => it.status === 1) === 0) await page.getByText('No matching draws').waitFor()
  // The filter is part of the address, and stands when one comes back from a check.
  expect(page.url()).toContain('won=yes')
  await page.getByRole('radio', { name: 'Cancelled' }).click()
  await page.getByRole('button', { name: 'Show all draws' }).click()
  await anyDraw.waitFor()
})

test('a draw of another device is checked: secret first, revealed at one’s wish, also offline', async () => {
  const api = await memberApi(app.server.origin)
  const drawn = await api.draw()
  const page = await app.openInstalled()
  await visit(page, `/subPages/box/check?id=${drawn.id}`, 'Check this draw')
  await page.getByRole('heading', { name: 'Not revealed yet' }).waitFor()
  await page.getByRole('button', { name: 'Reveal the seed now' }).click()
  await page.getByRole('heading', { name: 'The figures fit together' }).waitFor()
  const steps = page.getByRole('list').filter({ hasText: 'The seed was fixed before the draw' }).getByRole('listitem')
  await expect.poll(() => steps.getByText('correct', { exact: true }).count()).toBe(4)
  await steps.first().getByText('not known here', { exact: true }).waitFor()
  await steps.first().getByText('Hash by the server').waitFor()
  await page.getByText('How a draw is made').click()
  await page.getByText('memberSeed:nonce:round').waitFor()
  await visit(
    page,
    `/subPages/box/check?id=${drawn.id.slice(0, -1)}${drawn.id.endsWith('0') ? 1 : 0}`,
    'Check this draw',
  )
  await page.getByRole('heading', { name: "This draw wasn't found" }).waitFor()
  await page.getByRole('link', { name: 'See your draws' }).waitFor()

  // Another draw with the seed was never opened; it is in the history.
  const earlier = (await api.draws()).find((it) => it.id !== drawn.id && it.proof.serverSeed !== null)
  await visit(page, '/pages/my/offline', 'Offline and storage')
  await page.getByText('Ready offline: everything worth reading is saved.').waitFor()
  await app.server.kill()
  try {
    await visit(page, `/subPages/box/check?id=${(earlier ?? drawn).id}`, 'Check this draw')
    await page.getByRole('heading', { name: 'The figures fit together' }).waitFor()
  } finally {
    await app.server.start()
  }
})

test('a draw of this device is right in every step, and refused once its seed was swapped', async () => {
  let isSwapped = false
  const serverSeed = '11'.repeat(32)
  const seedHash = await hashOf(serverSeed)
  const page = await signedIn('/subPages/box/index', 'Gold-coin lottery', (it) =>
    changeAnswers(it, drawDetail, ({ proof }) => {
      if (isSwapped) Object.assign(proof, { serverSeed, seedHash })
    }),
  )
  await page.getByRole('button', { name: /^Play for/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Check this draw' }).click()
  await page.getByRole('button', { name: 'Reveal the seed now' }).click()
  await page.getByRole('heading', { name: 'This draw is correct' }).waitFor()
  const steps = page.getByRole('list').filter({ hasText: 'The seed was fixed before the draw' }).getByRole('listitem')
  await expect.poll(() => steps.getByText('correct', { exact: true }).count()).toBe(5)
  expect(await steps.first().getByText('Hash by the server').count()).toBe(0)
  isSwapped = true
  await page.reload()
  await page.getByRole('heading', { name: "This draw doesn't match" }).waitFor()
  await steps.first().getByText('incorrect', { exact: true }).waitFor()
  await steps.first().getByText(seedHash).first().waitFor()
})

test('a forged draw is refused in red, with the step that is wrong', async () => {
  const api = await memberApi(app.server.origin)
  const drawn = await api.draw()
  await api.revealSeed()
  const forgeries: [change: (it: Draw) => void, step: string][] = [
    [(it) => (it.proof.roll = (it.proof.roll + 1) % 1000), 'The roll follows from the seeds'],
    [(it) => (it.proof.serverSeed = '00'.repeat(32)), 'The seed was fixed before the draw'],
    [
      (it) => (it.proof.slotId = it.proof.slots.find(({ id }) => id !== it.proof.slotId)!.id),
      'The slot lies at the roll',
    ],
    [(it) => (it.proof.slots.at(-1)!.weight += 5), 'The odds were the published ones'],
  ]
  for (const [change, step] of forgeries) {
    const page = await signedIn('/pages/index/my', 'My', (it) => changeAnswers(it, drawDetail, change))
    await visit(page, `/subPages/box/check?id=${drawn.id}`, 'Check this draw')
    await page.getByRole('heading', { name: "This draw doesn't match" }).waitFor()
    const wrong = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: step }) })
    await wrong.getByText('incorrect', { exact: true }).waitFor()
  }
})

test('while the history is on its way or fails, no draw is said to be left out', async () => {
  const api = await memberApi(app.server.origin)
  await api.draw()
  const drawn = await api.draw()
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  const history = '**/wx/game/box/bill/list**'
  let failed = 0
  const page = await signedIn('/pages/index/my', 'My', async (it) => {
    // The offline prefetch would fetch the history in a request of its own.
    await it.route('**/wx/reads', (route) => route.abort())
    await it.route(history, async (route) => {
      await held
      await route.abort()
      if (!route.request().url().includes('won=')) failed++
    })
  })
  await visit(page, `/subPages/box/check?id=${drawn.id}`, 'Check this draw')
  const mismatch = page.getByRole('heading', { name: "This draw doesn't match" })
  const numbering = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'No draw was left out' }) })
  await numbering.getByText('not known here', { exact: true }).waitFor()
  expect(await mismatch.count()).toBe(0)
  fail()
  await expect.poll(() => failed, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
  await numbering.getByText('not known here', { exact: true }).waitFor()
  expect(await mismatch.count()).toBe(0)

  await page.unroute(history)
  await visit(page, '/subPages/box/historyList', 'Draw history')
  await visit(page, `/subPages/box/check?id=${drawn.id}`, 'Check this draw')
  await numbering.getByText('correct', { exact: true }).waitFor()
})
