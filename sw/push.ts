import { languageFor, languages, type Language } from '#protocol/languages.ts'
import { report } from '../src/lib/report.ts'
import { knownRoute } from './known-route.ts'

/**
 * The content of a notification (specification 3). It has no token and no amount, because anyone who holds the phone
 * can read it.
 */
export interface Push {
  title: string
  content: string
  /** The address of a picture on this origin. */
  logoUrl: string
  /** The route that a tap leads to. */
  linkUrl: string
  /** The server's unread count. */
  unread?: number | undefined
}

/** The list of messages: it says what a push was about. */
export const fallbackRoute = '/subPages/message/list'
const appLogo = 'icons/icon-192.png'

const news: Record<Language, string> = {
  en: 'There is something new for you.',
  id: 'Ada hal baru untuk Anda.',
  ms: 'Ada sesuatu yang baharu untuk anda.',
  vi: 'Có tin mới dành cho bạn.',
  th: 'มีเรื่องใหม่สำหรับคุณ',
  'zh-Hans': '你有新的消息。',
  ar: 'هناك جديد لك.',
}

/**
 * Parses a push message for `memberId`, who is signed in. Browsers require a notification for every push, so one that
 * can't be read, or that is another member's, becomes a general sentence in the language of the device.
 */
export function pushOf(text: string | undefined, language: string, memberId?: string): Push {
  const general = {
    title: 'Voltfolio',
    content: news[languageFor([language], languages)],
    logoUrl: appLogo,
    linkUrl: fallbackRoute,
  }
  try {
    const it = recordOf(JSON.parse(text ?? ''))
    const title = wordsOf(it['title'])
    // The device passed on while the push was on its way, which may take a day. Older servers name nobody.
    if (it['to'] !== undefined && it['to'] !== memberId) return general
    if (title === undefined || title === '') return general
    const unread = recordOf(it['payload'])['unread'] ?? it['badge']
    return {
      title,
      // An earlier server version, to which a deployment may be rolled back, names the fields body, route and badge.
      content: wordsOf(it['content'] ?? it['body']) ?? '',
      logoUrl: logoOf(it['logoUrl']),
      linkUrl: knownRoute(it['linkUrl'] ?? it['route']) ?? fallbackRoute,
      unread: Number.isSafeInteger(unread) && (unread as number) >= 0 ? (unread as number) : undefined,
    }
  } catch (failure) {
    report(failure, 'worker: push payload')
    return general
  }
}

/** Not all browsers ring again or vibrate, so TypeScript's library knows neither. */
interface Shown extends NotificationOptions {
  renotify: boolean
  vibrate: number[]
}

/**
 * How a push is shown. The one before that leads to the same page is replaced; this one rings all the same: whether
 * it may, the server has decided.
 */
export function notificationOf({ content, logoUrl, linkUrl }: Push, vibrates: boolean): Shown {
  return {
    body: content,
    data: linkUrl,
    icon: logoUrl,
    badge: 'icons/icon-192.png',
    tag: linkUrl,
    renotify: true,
    vibrate: vibrates ? [120, 80, 120] : [],
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A path on this origin: a push must not fetch anything from another one. */
function logoOf(value: unknown): string {
  return typeof value === 'string' && /^\/[\w.-][\w./-]*$/.test(value) ? value : appLogo
}
