import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Grant } from '#src/api/session.ts'
import type * as access from '#src/shell/access.ts'

const member = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const changePassword = '/pages/auth/changePassword'

beforeEach(() => vi.resetModules())

/** The app at an address, where a member is signed in or nobody is; `navigate` is what the shell asks of the router. */
async function appAt(href: string, memberId?: string) {
  const { session } = await import('#src/api/api.ts')
  const cache = await import('#src/cache/cache.ts')
  const { followSession, guard } = await import('#src/shell/access.ts')
  const { takeReturnPlace } = await import('#src/shell/return-place.ts')
  // As openCache() does, which needs a browser.
  session.subscribe((id) => (id === undefined ? cache.member.signOut() : cache.member.signIn(id)))
  if (memberId !== undefined) cache.member.signIn(memberId)
  const history = createMemoryHistory({ initialEntries: [href] })
  const navigate = vi.fn<(to: object) => Promise<void>>(() => Promise.resolve())
  followSession(
    { subscribe: () => () => {}, navigate } as unknown as Parameters<typeof access.followSession>[0],
    history,
  )
  const begin = (id: string) => session.begin({ memberId: id, accessToken: id } as Grant)
  if (memberId !== undefined) begin(memberId)
  return { session, history, navigate, begin, guard, takeReturnPlace }
}

test.each([changePassword, `${changePassword}?of=transaction`, '/pages/my/set'])(
  'a session that ends on %s leads to log-in, past what would keep the page, with the reason and the way back',
  async (href) => {
    const { session, navigate, takeReturnPlace } = await appAt(href, member)
    session.end('expired')
    expect(navigate.mock.calls).toEqual([
      [{ to: '/pages/auth/login', replace: true, ignoreBlocker: true, state: { ending: 'expired' } }],
    ])
    expect(takeReturnPlace()).toEqual({ href, depth: 0 })
  },
)

test.each(['/pages/auth/login', '/pages/auth/register'])(
  'a session that ends on %s leaves the page as it is',
  async (href) => {
    const { session, navigate } = await appAt(href)
    session.end('expired')
    expect(navigate).not.toHaveBeenCalled()
  },
)

// The form itself leads back, whether or not the session ended on the way.
test('a reset by code stays on its page while it ends one session and begins another', async () => {
  const { session, navigate, begin } = await appAt(changePassword, member)
  session.isReplaced = true
  session.end('expired')
  begin(member)
  session.isReplaced = false
  expect(navigate).not.toHaveBeenCalled()
  session.end('expired')
  expect(navigate).toHaveBeenCalledOnce()
})

test('a second reset by code stays on its page too, after one by which a visitor signed in', async () => {
  const { session, navigate, begin } = await appAt(changePassword)
  const reset = () => {
    session.isReplaced = true
    session.end('expired')
    begin(member)
    session.isReplaced = false
  }
  reset()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce())
  reset()
  await Promise.resolve()
  expect(navigate).toHaveBeenCalledOnce()
})

test("a visitor's reset leads back to where they wanted to go", async () => {
  const { navigate, begin } = await appAt(changePassword)
  begin(member)
  await vi.waitFor(() => expect(navigate.mock.calls).toEqual([[{ href: '/', replace: true }]]))
})

test('who was signed out on the page of log-in is a visitor when they set a new password', async () => {
  const { session, history, navigate, begin } = await appAt('/pages/auth/login', member)
  navigate.mockClear()
  session.end('expired')
  history.push(changePassword)
  begin(member)
  await vi.waitFor(() => expect(navigate.mock.calls).toEqual([[{ href: '/', replace: true }]]))
})

test('a member who opens the page anew stays on it when the token comes', async () => {
  const { navigate, begin } = await appAt(changePassword, member)
  begin(other)
  expect(navigate).not.toHaveBeenCalled()
})

test("a visitor is led from the transaction password to log-in, and from the login password isn't", async () => {
  const { guard, takeReturnPlace } = await appAt('/')
  const opened = (href: string, search: object) =>
    guard({
      location: { href, pathname: changePassword, search, state: { __TSR_index: 0 } },
      preload: false,
    } as unknown as Parameters<typeof guard>[0])
  const href = `${changePassword}?of=transaction`
  await expect(opened(href, { of: 'transaction' })).rejects.toMatchObject({
    options: { to: '/pages/auth/login', replace: true, state: { isRejected: true } },
  })
  expect(takeReturnPlace()).toEqual({ href, depth: 0 })
  // Its texts can't be fetched here; that it asks for them is what lets it through.
  await opened(changePassword, {}).catch((failure: object) => expect(failure).not.toHaveProperty('options'))
})

test("who has just registered is asked for a picture and a name; a member who opens an invitation's link isn't", async () => {
  const link = '/pages/auth/register?code=R3B9EYPK'
  const opened = await appAt(link, member)
  await vi.waitFor(() => expect(opened.navigate.mock.calls).toEqual([[{ href: '/', replace: true }]]))
  vi.resetModules()
  const { session, navigate, begin } = await appAt(link)
  session.isFirst = true
  begin(member)
  session.isFirst = false
  await vi.waitFor(() =>
    expect(navigate.mock.calls).toEqual([[{ href: '/', replace: true }], [{ to: '/pages/my/newUser' }]]),
  )
})
