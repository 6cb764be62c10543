import { describe, expect, test } from 'vitest'
import { openRoute, type ClickTarget } from '../../sw/notification-click.ts'
import { notificationOf, pushOf } from '../../sw/push.ts'

describe('a push', () => {
  test('is shown as it was sent', () => {
    const sent = {
      title: 'Income settled',
      content: 'For yesterday',
      type: 'income',
      templateType: 'income_settled',
      logoUrl: '/wx/picture/1.webp',
      linkUrl: '/#/pages/index/my',
      payload: { unread: 3 },
    }
    expect(pushOf(JSON.stringify(sent), 'en')).toEqual({
      title: 'Income settled',
      content: 'For yesterday',
      logoUrl: '/wx/picture/1.webp',
      linkUrl: '/pages/index/my',
      unread: 3,
    })
  })

  test.each([undefined, 'other'])(
    'of another member than %s, who is signed in, is shown in general words',
    (memberId) => {
      const sent = {
        title: 'Withdrawal paid',
        content: 'c',
        linkUrl: '/pages/index/my',
        payload: { unread: 3 },
        to: 'mine',
      }
      expect(pushOf(JSON.stringify(sent), 'en', memberId)).toEqual({ ...pushOf(undefined, 'en'), unread: undefined })
      expect(pushOf(JSON.stringify(sent), 'en', 'mine')).toMatchObject({ title: 'Withdrawal paid', unread: 3 })
    },
  )

  test('of an older server, which names nobody, is shown to who is signed in', () => {
    expect(pushOf('{"title":"t"}', 'en', 'mine').title).toBe('t')
  })

  test('rings also where an earlier one that leads to the same page still lies there', () => {
    const push = pushOf('{"title":"New device","linkUrl":"/#/pages/my/security"}', 'en')
    expect(notificationOf(push, true)).toMatchObject({
      tag: '/pages/my/security',
      renotify: true,
      vibrate: [120, 80, 120],
    })
    expect(notificationOf(push, false).vibrate).toEqual([])
    // Browsers refuse to ring again without a tag.
    expect(notificationOf(pushOf(undefined, 'en'), false).tag).not.toBe('')
  })

  test('of a server that was rolled back is read by the names of before', () => {
    expect(
      pushOf('{"title":"Income settled","body":"For yesterday","route":"/#/pages/index/my","badge":3}', 'en'),
    ).toMatchObject({ content: 'For yesterday', linkUrl: '/pages/index/my', unread: 3 })
  })

  test.each([
    'https://elsewhere.example/x.png',
    '//elsewhere.example/x.png',
    'data:image/png;base64,AAAA',
    '/a?b=c',
    7,
  ])('shows no picture from elsewhere: %s', (logoUrl) => {
    expect(pushOf(JSON.stringify({ title: 't', logoUrl }), 'en').logoUrl).toBe('icons/icon-192.png')
  })

  test.each([undefined, '', 'not json', 'null', '[]', '{"title":7}', '{"body":"no title"}'])(
    'that cannot be read is shown in general words: %s',
    (text) => {
      expect(pushOf(text, 'en').title).toBe('Voltfolio')
      expect(pushOf(text, 'id').content).not.toBe(pushOf(text, 'en').content)
      expect(pushOf(text, 'xx')).toEqual(pushOf(text, 'en'))
    },
  )

  test.each(['/pages/my/gone', '/#/pages/my', '/pages/my/checkIn/more', '/../healthz', 'pages/my/checkIn'])(
    'whose route does not exist leads to the messages: %s',
    (route) => {
      expect(pushOf(JSON.stringify({ title: 't', linkUrl: route }), 'en')).toMatchObject({
        title: 't',
        linkUrl: '/subPages/message/list',
      })
    },
  )

  test.each(['/', '/pages/my/checkIn', '/#/subPages/product/detail?id=e-1'])('leads to its route: %s', (route) => {
    expect(pushOf(JSON.stringify({ title: 't', linkUrl: route }), 'en').linkUrl).toBe(route.replace('/#', ''))
  })

  test('leads nowhere but into the app', () => {
    expect(pushOf('{"title":"t","linkUrl":"https://elsewhere.example"}', 'en').linkUrl).toBe('/subPages/message/list')
    expect(pushOf('{"title":"t","payload":{"unread":-1}}', 'en').unread).toBeUndefined()
  })
})

const noReport = () => {}

function clickTarget(pages: { refuses?: boolean; answers?: boolean }[]) {
  const log: string[] = []
  const target: ClickTarget = {
    pages: async () =>
      pages.map(({ refuses, answers = true }, i) => ({
        async focus() {
          log.push(`focus ${i}`)
          if (refuses) throw new DOMException('not allowed', 'InvalidAccessError')
        },
        async ask() {
          log.push(`ask ${i}`)
          return answers
        },
      })),
    open: async (route) => void log.push(`open ${route}`),
    saveRoute: async (route) => void log.push(`save ${route}`),
  }
  return { target, log }
}

describe('a click on a notification', () => {
  test('comes to an open page: focus first, then the route', async () => {
    const { target, log } = clickTarget([{}, {}])
    await openRoute('/pages/index/my', target, noReport)
    expect(log).toEqual(['focus 0', 'ask 0'])
  })

  test('goes on where the browser refuses the focus', async () => {
    const { target, log } = clickTarget([{ refuses: true }])
    await openRoute('/pages/index/my', target, noReport)
    expect(log).toEqual(['focus 0', 'ask 0'])
  })

  test('opens the app where no page answers, and saves the route for it', async () => {
    const { target, log } = clickTarget([{ answers: false }])
    await openRoute('/pages/index/my', target, noReport)
    expect(log).toEqual(['focus 0', 'ask 0', 'save /pages/index/my', 'open /pages/index/my'])
  })

  test('opens the app though the disk is full', async () => {
    const { target, log } = clickTarget([])
    await openRoute('/pages/index/my', { ...target, saveRoute: () => Promise.reject(new Error('full')) }, noReport)
    expect(log).toEqual(['open /pages/index/my'])
  })
})
