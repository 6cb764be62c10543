import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { focusedName } from '#tests/support/focused-name.ts'
import { journey } from '#tests/support/journey.ts'
import { getCode, freshPhone, register } from '#tests/support/newcomer.ts'

const app = journey()

/** Left half red, right half blue: what was cut shows in the colours. */
async function photo(width = 900, height = 600) {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#d02020' } }
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#2030d0' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const avatar = (page: Page) => page.getByRole('main').locator('img.rounded-full')
const uploads = (page: Page) => {
  const sent: string[] = []
  page.context().on('response', (it) => {
    if (it.url().includes('user/avatar/upload')) sent.push(it.url())
  })
  return sent
}

/** How bright the page is at a place without text in its navigation bar, from 0 to 255. */
async function brightnessOfBar(page: Page): Promise<number> {
  const shot = await page.screenshot({ clip: { x: 340, y: 40, width: 8, height: 8 } })
  return Math.round((await sharp(shot).greyscale().stats()).channels[0]?.mean ?? 255)
}

async function choose(page: Page) {
  await heading(page, 'Crop avatar').waitFor()
  await expect.poll(() => brightnessOfBar(page), { message: 'dark, also in the light theme' }).toBeLessThan(60)
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(await photo())
  await page.getByTestId('cropper').waitFor()
}

/** Colours of the picture the server keeps, at the middle of its left and right edge. */
async function edges(address: string) {
  const answer = await fetch(`${app.server.origin}${address}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { data, info } = await sharp(await answer.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (info.width * y + x) * info.channels
    return (data[from] ?? 0) > (data[from + 2] ?? 0) ? 'red' : 'blue'
  }
  return { left: at(20, 256), right: at(490, 256), top: at(256, 20), bottom: at(256, 490), width: info.width }
}

test('registering, then a picture without a network: shown at once, uploaded once when the network is back', async () => {
  const page = await app.open({ route: '/pages/auth/register', context: { serviceWorkers: 'allow' } })
  const sent = uploads(page)
  await register(page, app.server.origin, { skips: false })
  await heading(page, 'Set avatar and nickname').waitFor()
  await untilOfflineReady(page)

  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Choose a picture to finish, or skip this step.').waitFor()
  await page.getByLabel('Nickname').fill('Sari')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Choose a picture' }).click()
  await choose(page)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await heading(page, 'Set avatar and nickname').waitFor()
  await avatar(page).waitFor()
  expect(await avatar(page).getAttribute('src')).toMatch(/^blob:/)
  expect(await page.getByLabel('Nickname').inputValue()).toBe('Sari')
  await page.getByRole('button', { name: 'Finish' }).click()
  await heading(page, 'Home').waitFor()
  await page.getByRole('link', { name: /^My/ }).click()
  await avatar(page).waitFor()
  await page.getByRole('main').getByText('Sari').waitFor()

  await page.context().setOffline(false)
  await page.locator('img.rounded-full[src^="/wx/picture/"]').waitFor()
  const address = (await avatar(page).getAttribute('src')) ?? ''
  expect(await edges(address)).toMatchObject({ left: 'red', right: 'blue', width: 512 })
  expect(sent).toHaveLength(1)

  await page.context().setOffline(true)
  await page.reload()
  await avatar(page).waitFor()
  expect(await avatar(page).evaluate((it: HTMLImageElement) => it.decode().then(() => it.naturalWidth))).toBe(512)
})

test('a picture is cropped by keyboard alone, and a file that is none is told', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  await register(page, app.server.origin)
  await page.evaluate(() => {
    location.hash = '/pages/my/changeInfo'
  })
  await heading(page, 'Change profile').waitFor()
  await page.getByRole('link', { name: 'Choose a picture' }).press('Enter')
  await heading(page, 'Crop avatar').waitFor()
  const none = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.locator('input[type=file]').last().setInputFiles(none)
  await page.getByText("The image is too large or can't be read. Choose another one.").waitFor()
  await choose(page)
  const area = page.getByTestId('cropper')
  await area.focus()
  // Turned by a quarter, what was on the left is at the top.
  await page.keyboard.press('r')
  for (let n = 0; n < 4; n++) await page.keyboard.press('+')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Use this picture' }).press('Enter')
  await heading(page, 'Change profile').waitFor()
  await page.locator('img.rounded-full[src^="/wx/picture/"]').waitFor()
  const address = (await avatar(page).getAttribute('src')) ?? ''
  expect(await edges(address)).toMatchObject({ top: 'red', bottom: 'blue' })

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await avatar(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Choose a picture' }).waitFor()
  await expect.poll(async () => (await fetch(`${app.server.origin}${address}`)).status).toBe(404)
})

test('another phone is bound by its code and the password, and signs in from then on', async () => {
  const page = await app.open({ route: '/pages/auth/register' })
  await register(page, app.server.origin)
  await page.evaluate(() => {
    location.hash = '/pages/auth/bind'
  })
  await heading(page, 'Bind phone').waitFor()
  const bind = page.getByRole('button', { name: 'Bind this phone' })
  await bind.click()
  await expect.poll(() => focusedName(page)).toBe('Phone number')
  const next = freshPhone()
  await page.getByLabel('Phone number').fill(next.e164)
  const code = await getCode(page, app.server.origin, next.e164)
  await page.getByLabel('Verification code').fill(code === '111111' ? '222222' : '111111')
  await page.getByLabel('Login password').fill('a-good-one')
  await bind.click()
  await page.getByText('Incorrect verification code.').waitFor()
  await page.getByLabel('Verification code').fill(code)
  await page.getByLabel('Login password').fill('not-this-one')
  await bind.click()
  await page.getByText('Wrong phone number or password.').waitFor()
  await page.getByLabel('Login password').fill('a-good-one')
  await bind.click()
  await page.getByText('You now log in with the new number').waitFor()

  const again = await app.open({ route: '/pages/auth/login' })
  await again.getByLabel('Phone number').fill(next.e164)
  await again.getByLabel('Password', { exact: true }).fill('a-good-one')
  await again.getByRole('checkbox').check()
  await again.getByRole('button', { name: 'Log in', exact: true }).click()
  await heading(again, 'Home').waitFor()
})
