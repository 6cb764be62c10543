import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { register } from '#tests/support/newcomer.ts'

const app = journey()

async function visit(page: Page, route: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

/** A page with everything of the member aboard, none of the team's screens having been opened. */
async function openAboard(): Promise<Page> {
  const page = await app.openInstalled()
  await visit(page, '/pages/my/offline', 'Offline and storage')
  await page.getByText('Ready offline: everything worth reading is saved.').waitFor()
  return page
}

test('receiving an invitation reward offline: saved, sent when back, counted once', async () => {
  const server = await memberApi(app.server.origin)
  const page = await openAboard()
  const [gold, rewards] = [(await server.balances()).goldCoins, await server.invitationRewards()]
  expect(rewards.receivable).toBeGreaterThan(0)
  await app.server.kill()

  await visit(page, '/pages/my/inviteGift', 'Invite rewards')
  await page.getByRole('button', { name: 'Claim 300 gold coins' }).first().click()
  await page.getByRole('main').getByText("It's only paid once, however often it's sent.").waitFor()
  await page.reload()
  await page.getByRole('main').getByText("It's only paid once, however often it's sent.").waitFor()
  expect(await page.getByRole('button', { name: 'Claim 300 gold coins' }).count()).toBe(rewards.receivable - 1)

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('main').getByText("It's only paid once, however often it's sent.").waitFor({ state: 'detached' })
  const back = await memberApi(app.server.origin)
  await expect.poll(async () => (await back.balances()).goldCoins).toBe(gold + 300)
  expect(await back.invitationRewards()).toMatchObject({
    receivable: rewards.receivable - 1,
    receivedCoins: rewards.receivedCoins + 300,
  })
})

test('the team opens and filters without a network', async () => {
  const page = await openAboard()
  await app.server.kill()
  try {
    await visit(page, '/pages/index/team', 'Team')
    const members = page.getByText(/^(Direct|Indirect), joined/)
    // Of a long list only what is in sight is drawn.
    await page.getByText('Joined in the last 30 days').waitFor()
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        return members.count()
      })
      .toBe(7)
    await page.getByRole('radio', { name: 'Indirect' }).click()
    await expect.poll(() => members.allTextContents()).toHaveLength(3)
    await page.getByRole('radio', { name: 'Valid', exact: true }).click()
    await expect.poll(() => members.allTextContents()).toHaveLength(1)
    await page.getByText('A***').waitFor()
  } finally {
    await app.server.start()
  }
})

test('a team of eight is searched without a network', async () => {
  // The demo team has seven, and a list is searched from eight on.
  const newcomer = await app.open({ route: '/pages/auth/register' })
  await register(newcomer, app.server.origin, { inviteCode: demoMember.invitationCode })
  const page = await openAboard()
  await app.server.kill()
  try {
    await visit(page, '/pages/index/team', 'Team')
    await page.getByText('Joined in the last 30 days').waitFor()
    await page.getByRole('searchbox', { name: 'Search the team' }).fill('a***')
    await expect.poll(() => page.getByText(/^(Direct|Indirect), joined/).count()).toBe(1)
  } finally {
    await app.server.start()
  }
})

test('an invitation whose code reads like a number arrives as it is', async () => {
  for (const code of ['22222E22', '00012345', '9999999999999999']) {
    const page = await app.open({ route: `/pages/auth/register?code=${code}` })
    await page.getByRole('heading', { level: 1, name: 'Register' }).waitFor()
    expect(await page.getByLabel('Invite code').inputValue()).toBe(code)
    expect(page.url()).toContain(`code=${code}`)
  }
})
