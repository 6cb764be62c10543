import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#tests/support/journey.ts'
import { register } from '#tests/support/newcomer.ts'

const app = journey()

/** The right answer of every question, as the operator's files have it. */
const rightAnswers = new Map(
  globSync('server/features/rewards/questions/*.json')
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as { en: { question: string; right: string } }[])
    .map(({ en }) => [en.question, en.right]),
)

const visit = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** Opens the quiz as a member who was not here before: everybody has one attempt a day. */
async function openAsNewcomer(): Promise<Page> {
  const page = await app.open({ route: '/pages/auth/register' })
  await register(page, app.server.origin)
  await visit(page, '/pages/my/answer')
  await startButton(page).waitFor()
  return page
}

const startButton = (page: Page) => page.getByRole('button', { name: 'Start the quiz' })
const group = (page: Page) => page.getByRole('radiogroup')
const next = (page: Page) => page.getByRole('button', { name: 'Next question' })
const handIn = (page: Page) => page.getByRole('button', { name: 'Submit answers' })
const numberOfQuestions = async (page: Page) => Number.parseInt(await page.getByText(/^\d+ questions?$/).innerText())

/** Chooses the right answer of the question on screen, or a wrong one, by the keyboard alone. */
async function answer(page: Page, isRight: boolean): Promise<void> {
  const question = await group(page).getByRole('heading').innerText()
  const right = rightAnswers.get(question)
  const choices = await group(page).getByRole('radio').count()
  for (let place = 0; place < choices; place += 1) {
    const text = await group(page).locator('label').nth(place).locator('span').first().innerText()
    if ((text === right) !== isRight) continue
    await page.keyboard.press(String(place + 1))
    await expect.poll(() => group(page).getByRole('radio').nth(place).isChecked()).toBe(true)
    return
  }
  throw new Error(`no such choice for: ${question}`)
}

test('all right: the prize at once, in the bills, and no second attempt today', async () => {
  const page = await openAsNewcomer()
  await page.getByText("Leaving this page or closing the app ends today's attempt.").waitFor()
  const prize = await page.getByText(/if all answers are right$/).innerText()
  const count = await numberOfQuestions(page)
  await startButton(page).click()
  for (let number = 1; number <= count; number += 1) {
    await group(page).waitFor()
    await answer(page, true)
    if (number < count) await next(page).click()
  }
  // Going back shows what was chosen.
  await page.getByRole('button', { name: 'Previous question' }).click()
  expect(await group(page).locator('input:checked').count()).toBe(1)
  await next(page).click()
  await handIn(page).click()
  const coins = /\d+/.exec(prize)?.[0] ?? 'no number'
  await page.getByRole('status').getByText(`All right: ${coins} gold coins are yours`).waitFor()
  expect(await page.getByText(/^Right: /).count()).toBe(count)
  await page.reload()
  await page.getByText(`All right: ${coins} gold coins are yours`).waitFor()
  expect(await startButton(page).count()).toBe(0)
  await visit(page, '/pages/my/historyList?wallet=points')
  await page.getByText(`+${coins}`).first().waitFor()
})

test('a wrong answer ends it until tomorrow, and says what was right', async () => {
  const page = await openAsNewcomer()
  const count = await numberOfQuestions(page)
  await startButton(page).click()
  for (let number = 1; number <= count; number += 1) {
    await group(page).waitFor()
    await answer(page, number > 1)
    if (number < count) await next(page).click()
  }
  await handIn(page).click()
  await page.getByText('Not all answers were right this time. Come back tomorrow.').waitFor()
  expect(await page.getByText(/^You chose: /).count()).toBe(1)
  expect(await startButton(page).count()).toBe(0)
})

test('what has no answer yet is asked for before anything is handed in', async () => {
  const page = await openAsNewcomer()
  const count = await numberOfQuestions(page)
  await startButton(page).click()
  await group(page).waitFor()
  for (let number = 1; number < count; number += 1) await next(page).click()
  await answer(page, true)
  await handIn(page).click()
  await page.getByText('Question 1 has no answer yet').waitFor()
  await page.getByText(`Question 1 of ${count}`).first().waitFor()
})

test('leaving is asked about, ends the attempt, and bars another one today', async () => {
  const page = await openAsNewcomer()
  await startButton(page).click()
  await group(page).waitFor()
  await answer(page, true)
  await visit(page, '/pages/my/checkIn')
  const dialog = page.getByRole('alertdialog', { name: 'Leave the quiz?' })
  await dialog.getByRole('button', { name: 'Continue the quiz' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await group(page).locator('input:checked').count()).toBe(1)
  await visit(page, '/pages/my/checkIn')
  await dialog.getByRole('button', { name: "Leave and end today's quiz" }).click()
  await page.getByRole('heading', { level: 1, name: 'Daily check-in' }).waitFor()
  await visit(page, '/pages/my/answer')
  await page.getByText("You left today's quiz. Come back tomorrow.").waitFor()
  expect(await startButton(page).count()).toBe(0)
})

test('who leaves after submitting, while the outcome is unknown, ends nothing', async () => {
  const page = await openAsNewcomer()
  const count = await numberOfQuestions(page)
  await startButton(page).click()
  for (let number = 1; number <= count; number += 1) {
    await group(page).waitFor()
    await answer(page, true)
    if (number < count) await next(page).click()
  }
  for (const call of ['answer/submit', 'commands/settle']) await page.route(`**/wx/${call}`, (route) => route.abort())
  const left: string[] = []
  page.on('request', (it) => {
    if (it.url().endsWith('/wx/answer/leave')) left.push(it.url())
  })
  await handIn(page).click()
  await page.getByRole('link', { name: "One action: we don't know yet if it went through" }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave the quiz?' })
  await dialog.getByText('Your answers were sent, and we check what happened.').waitFor()
  await dialog.getByRole('button', { name: 'Leave the quiz' }).click()
  await page.getByText('Not confirmed yet').waitFor()
  expect(left).toEqual([])
})

test('without a network it says that it needs one, and opens by itself when there is one', async () => {
  const page = await app.openAsDemo()
  let tell = () => {}
  const held = new Promise<void>((go) => {
    tell = go
  })
  await page.route('**/wx/game/sign/getSignNum**', async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/pages/my/checkIn')
  // While it is unknown whether today is checked in, the button is busy, and then stays where it is.
  const checkIn = page.getByRole('button', { name: /^Check in/ })
  await checkIn.waitFor()
  expect(await checkIn.getAttribute('aria-busy')).toBe('true')
  // Page transitions move sideways.
  const place = async () => {
    const box = await checkIn.boundingBox()
    return { top: box?.y, height: box?.height }
  }
  const before = await place()
  tell()
  await page.getByRole('button', { name: /^Check in for/ }).waitFor()
  expect(await place()).toEqual(before)
  await page.route('**/wx/answer/info', (route) => route.abort())
  await page.context().setOffline(true)
  await visit(page, '/pages/my/answer')
  await page.getByText('You need a connection for the quiz').waitFor()
  await page.unroute('**/wx/answer/info')
  await page.context().setOffline(false)
  await startButton(page).waitFor()
})

test('a session that ends during the quiz leads to log-in without asking', async () => {
  const page = await openAsNewcomer()
  await startButton(page).click()
  await group(page).waitFor()
  for (const path of ['auth/refresh', 'sysconfig/getExamineStatus*'])
    await page.route(`**/wx/${path}`, (it) =>
      it.fulfill({
        status: 401,
        headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
        body: JSON.stringify({ errno: 501, errmsg: 'ended', data: null }),
      }),
    )
  // Whoever returns to the app asks what is switched off.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  await page.getByText('Your session has ended.').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})
