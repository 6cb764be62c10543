import { languageFor, languages, type Language } from '#protocol/languages.ts'
import { routeOf } from '../src/cache/storage/pending-route.ts'

/** What a push message may carry: no token, no amount (design: offline, "Push"). */
export interface Push {
  title: string
  body: string
  route: string
  /** The server's unread count. */
  badge?: number | undefined
}

const news: Record<Language, string> = {
  en: 'There is something new for you.',
  id: 'Ada hal baru untuk Anda.',
  ms: 'Ada sesuatu yang baharu untuk anda.',
  vi: 'Có tin mới dành cho bạn.',
  th: 'มีเรื่องใหม่สำหรับคุณ',
  'zh-Hans': '你有新的消息。',
  ar: 'هناك جديد لك.',
}

/** Reads a payload. Something must be shown for every push, so what can't be read becomes a general word in the member's language. */
export function pushOf(text: string | undefined, language: string): Push {
  const fallback = {
    title: 'Voltfolio',
    body: news[languageFor([language], languages)],
    route: '/subPages/message/list',
  }
  try {
    const it: unknown = JSON.parse(text ?? '')
    if (typeof it !== 'object' || it === null || !('title' in it) || typeof it.title !== 'string' || it.title === '')
      return fallback
    return {
      title: it.title,
      body: 'body' in it && typeof it.body === 'string' ? it.body : '',
      route: ('route' in it ? routeOf(it.route) : undefined) ?? fallback.route,
      badge:
        'badge' in it && Number.isSafeInteger(it.badge) && (it.badge as number) >= 0 ? (it.badge as number) : undefined,
    }
  } catch {
    return fallback
  }
}
