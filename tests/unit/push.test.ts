import { describe, expect, test } from 'vitest'
import { land, type Landing } from '../../sw/land.ts'
import { pushOf } from '../../sw/push.ts'

describe('a push', () => {
  test('is shown as it was sent', () => {
    expect(
      pushOf('{"title":"Income settled","body":"For yesterday","route":"/#/pages/index/my","badge":3}', 'en'),
    ).toEqual({ title: 'Income settled', body: 'For yesterday', route: '/pages/index/my', badge: 3 })
  })

  test.each([undefined, '', 'not json', 'null', '[]', '{"title":7}', '{"body":"no title"}'])(
    'that cannot be read is shown in general words: %s',
    (text) => {
      expect(pushOf(text, 'en').title).toBe('Voltfolio')
      expect(pushOf(text, 'id').body).not.toBe(pushOf(text, 'en').body)
      expect(pushOf(text, 'xx')).toEqual(pushOf(text, 'en'))
    },
  )

  test('leads nowhere but into the app', () => {
    expect(pushOf('{"title":"t","route":"https://elsewhere.example"}', 'en').route).toBe('/subPages/message/list')
    expect(pushOf('{"title":"t","badge":-1}', 'en').badge).toBeUndefined()
  })
})

function landing(pages: { refuses?: boolean; answers?: boolean }[]) {
  const log: string[] = []
  const at: Landing = {
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
    leave: async (route) => void log.push(`leave ${route}`),
  }
  return { at, log }
}

describe('a click on a notification', () => {
  test('comes to an open page: focus first, then the route', async () => {
    const { at, log } = landing([{}, {}])
    await land('/pages/index/my', at)
    expect(log).toEqual(['focus 0', 'ask 0'])
  })

  test('goes on where the browser refuses the focus', async () => {
    const { at, log } = landing([{ refuses: true }])
    await land('/pages/index/my', at)
    expect(log).toEqual(['focus 0', 'ask 0'])
  })

  test('opens the app where no page answers, and leaves the route for it', async () => {
    const { at, log } = landing([{ answers: false }])
    await land('/pages/index/my', at)
    expect(log).toEqual(['focus 0', 'ask 0', 'leave /pages/index/my', 'open /pages/index/my'])
  })

  test('opens the app though the disk is full', async () => {
    const { at, log } = landing([])
    await land('/pages/index/my', { ...at, leave: () => Promise.reject(new Error('full')) })
    expect(log).toEqual(['open /pages/index/my'])
  })
})
