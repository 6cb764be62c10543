import { languageFor, languages, type Language } from '#protocol/languages.ts'
import { report } from '../src/lib/report.ts'
import { knownRoute } from './known-route.ts'

/** What a push message carries: no token and no amount, which anyone who holds the phone could read. */
export interface Push {
  title: string
  body: string
  route: string
  /** The server's unread count. */
  badge?: number | undefined
}

/** The messages say what a push was about. */
export const fallbackRoute = '/subPages/message/list'

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
 * Reads a payload. Something must be shown for every push, so what can't be read becomes a general sentence in the
 * member's language.
 */
export function pushOf(text: string | undefined, language: string): Push {
  const fallback = {
    title: 'Voltfolio',
    body: news[languageFor([language], languages)],
    route: fallbackRoute,
  }
  try {
    const it: unknown = JSON.parse(text ?? '')
    if (typeof it !== 'object' || it === null || !('title' in it) || typeof it.title !== 'string' || it.title === '')
      return fallback
    return {
      title: it.title,
      body: 'body' in it && typeof it.body === 'string' ? it.body : '',
      route: ('route' in it ? knownRoute(it.route) : undefined) ?? fallback.route,
      badge:
        'badge' in it && Number.isSafeInteger(it.badge) && (it.badge as number) >= 0 ? (it.badge as number) : undefined,
    }
  } catch (failure) {
    report(failure, 'worker: push payload')
    return fallback
  }
}
