import type { Language } from '#protocol/languages.ts'
import { pluralIn } from '../plural.ts'
import type { Text } from './texts/catalogue.ts'

/** The text of one push for several messages that were deferred by quiet hours. */
export function severalText(count: number, language: Language): Text {
  const { title, line } = texts[language]
  return { title: title(count), line }
}

const englishForm = pluralIn('en')
const arabicForm = pluralIn('ar')

const texts: Record<Language, { title: (count: number) => string; line: string }> = {
  en: {
    title: (n) => englishForm(n, { one: `${n} new message`, other: `${n} new messages` }),
    line: 'They came during your quiet hours.',
  },
  id: { title: (n) => `${n} pesan baru`, line: 'Masuk selama jam tenang Anda.' },
  ms: { title: (n) => `${n} mesej baharu`, line: 'Diterima semasa waktu senyap anda.' },
  vi: { title: (n) => `${n} tin nhắn mới`, line: 'Đến trong giờ yên lặng của bạn.' },
  th: { title: (n) => `${n} ข้อความใหม่`, line: 'เข้ามาในช่วงเวลาเงียบของคุณ' },
  'zh-Hans': { title: (n) => `${n} 条新消息`, line: '它们在你的免打扰时段内到达。' },
  ar: {
    title: (n) =>
      arabicForm(n, {
        two: 'رسالتان جديدتان',
        few: `${n} رسائل جديدة`,
        many: `${n} رسالة جديدة`,
        other: `${n} رسالة جديدة`,
      }),
    line: 'وصلت أثناء ساعات الهدوء.',
  },
}
