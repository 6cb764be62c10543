import { expect, test } from 'vitest'
import { keepUpToDate, type Registered } from '#src/shell/keep-up-to-date.ts'
import { later } from '#tests/support/fake-transport.ts'

/** A browser whose registration comes and goes. */
function browserWith(registration: Registered | undefined, isFirst = false) {
  const did: string[] = []
  let occasion = () => {}
  const state = {
    registration,
    register: async () => {
      did.push('register')
    },
  }
  keepUpToDate({
    registered: async () => state.registration,
    register: () => state.register(),
    isFirst,
    onOccasion: (run) => {
      occasion = run
    },
  })
  const settled = () =>
    new Promise((done) => {
      setImmediate(done)
    })
  return {
    did,
    state,
    come: async () => {
      occasion()
      await settled()
    },
    settled,
  }
}

const updating = (did: string[]): Registered => ({
  update: async () => {
    did.push('update')
  },
})

test('looks for a newer build at once and at every occasion', async () => {
  const looks: string[] = []
  const browser = browserWith(updating(looks))
  await browser.settled()
  await browser.come()
  expect(looks).toEqual(['update', 'update'])
  expect(browser.did).toEqual([])
})

test('does not look at once for one newer than the worker that has just been fetched', async () => {
  const looks: string[] = []
  const browser = browserWith(updating(looks), true)
  await browser.settled()
  expect(looks).toEqual([])
  await browser.come()
  expect(looks).toEqual(['update'])
})

test('takes up a first install that failed, which the browser has forgotten', async () => {
  const browser = browserWith(undefined, true)
  await browser.settled()
  expect(browser.did).toEqual(['register'])
  browser.state.register = () => Promise.reject(new TypeError('no network'))
  await browser.come()
  browser.state.register = async () => {
    browser.did.push('register again')
  }
  await browser.come()
  expect(browser.did).toEqual(['register', 'register again'])
})

test('does not look twice at a time', async () => {
  const slow = later<void>()
  let looks = 0
  const browser = browserWith({
    update: () => {
      looks++
      return slow.promise
    },
  })
  await browser.settled()
  await browser.come()
  expect(looks).toBe(1)
  slow.resolve()
  await browser.settled()
  await browser.come()
  expect(looks).toBe(2)
})
