import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxJackpots, boxList, lotteryInfo, lotteryJackpots, type Game } from '#protocol/games.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { operate } from '#tests/support/money-member.ts'

const app = journey()
const games = [
  ['gold-coin lottery', '/subPages/box/index'],
  ['Lucky Ball lottery', '/subPages/box/index2'],
  ['nine boxes', '/subPages/box/index3'],
  ['many boxes', '/subPages/box/index4'],
] as const
const reasons = {
  'not funded': "Closed: the operator hasn't set aside enough money for the prizes. It opens once there's enough.",
  'sold out': 'Closed: all prizes are gone.',
  stopped: 'Closed: the operator stopped this game.',
} as const
type Reason = keyof typeof reasons

const act = (...argv: string[]) => operate(app.server.origin, ...argv, '--as', 'test', '--why', 'a journey')
const playButton = (page: Page) => page.getByRole('button', { name: /^Play for/ })

/** What the server says of a game whose prizes are gone: they weigh nothing, and what is left wins nothing. */
function close(game: Game, why: Reason): void {
  game.closed = why
  if (why !== 'sold out') return
  for (const slot of game.slots.filter((it) => it.reward !== null)) Object.assign(slot, { left: 0, weight: 0 })
}

async function openGame(route: string, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await app.openAsDemo({ route, ...(before && { before }) })
  await page.getByRole('list', { name: 'Odds' }).waitFor()
  return page
}

test.each(games)('the %s says why it is closed, and its odds stay', async (_, route) => {
  let why: Reason = 'not funded'
  const page = await openGame(route, async (it) => {
    await changeAnswers(it, lotteryInfo, ({ game }) => close(game, why))
    await changeAnswers(it, boxList, ({ items }) => {
      for (const game of items) close(game, why)
    })
  })
  for (const reason of Object.keys(reasons) as Reason[]) {
    why = reason
    await page.reload()
    await page.getByText(reasons[reason]).waitFor()
    expect(await playButton(page).isDisabled()).toBe(true)
    await page.getByRole('list', { name: 'Odds' }).getByText(/%$/).first().waitFor()
  }
})

test('a game that is stopped before the press charges nothing and says so; it opens when it goes on', async () => {
  const { goldCoins } = await (await memberApi(app.server.origin)).balances()
  const page = await openGame('/subPages/box/index')
  await act('game', 'stop', 'wheel')
  await playButton(page).click()
  await page.getByText("You weren't charged and nothing was drawn.").waitFor()
  await page.getByText(reasons.stopped).waitFor()
  expect((await (await memberApi(app.server.origin)).balances()).goldCoins).toBe(goldCoins)
  await act('game', 'resume', 'wheel')
  await page.reload()
  await expect.poll(() => playButton(page).isEnabled()).toBe(true)
})

test('where the operator has no lottery, its page leads to the games there are, and to what was drawn before', async () => {
  let hasBoxes = true
  const page = await app.openAsDemo({
    route: '/subPages/box/index',
    before: async (it) => {
      await it.route(`**/wx/${lotteryInfo.path}**`, async (route) => {
        const answer = await route.fetch()
        const json = { ...((await answer.json()) as object), errno: 1404, errmsg: "This wasn't found.", data: null }
        await route.fulfill({ response: answer, json })
      })
      await changeAnswers(it, lotteryJackpots, (tops) => (tops.items = []))
      await changeAnswers(it, boxJackpots, (tops) => {
        if (!hasBoxes) tops.items = []
      })
    },
  })
  await page.getByRole('heading', { name: 'No lottery of this kind right now' }).waitFor()
  const others = page.getByRole('list', { name: 'Other games' }).getByRole('link')
  await expect.poll(() => others.allTextContents()).toEqual(['Nine boxes', 'Boxes with a guarantee'])
  hasBoxes = false
  await page.reload()
  await page.getByText('The operator offers no games right now. What you drew before stays here.').waitFor()
  expect(await others.count()).toBe(0)
  await page.getByRole('link', { name: 'All draws' }).waitFor()
})
