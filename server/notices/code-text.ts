import type { Language } from '#protocol/languages.ts'

const texts: Record<Language, (code: string, minutes: number) => string> = {
  en: (code, minutes) => `${code} is your Voltfolio code. It is valid for ${minutes} minutes. We never ask you for it.`,
  id: (code, minutes) =>
    `${code} adalah kode Voltfolio Anda. Berlaku ${minutes} menit. Kami tidak pernah memintanya dari Anda.`,
  ms: (code, minutes) =>
    `${code} ialah kod Voltfolio anda. Sah selama ${minutes} minit. Kami tidak pernah memintanya daripada anda.`,
  vi: (code, minutes) =>
    `${code} là mã Voltfolio của bạn. Mã có hiệu lực trong ${minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này.`,
  th: (code, minutes) => `${code} คือรหัส Voltfolio ของคุณ ใช้ได้ ${minutes} นาที เราไม่เคยขอรหัสนี้จากคุณ`,
  'zh-Hans': (code, minutes) => `${code} 是你的 Voltfolio 验证码，${minutes} 分钟内有效。我们绝不会向你索要。`,
  ar: (code, minutes) => `${code} هو رمز Voltfolio الخاص بك. صالح لمدة ${minutes} دقائق. لا نطلبه منك أبدًا.`,
}

/** The text message that brings a code, in the language of whoever asked for it. */
export function codeText(code: string, language: Language, minutes: number): string {
  return texts[language](code, minutes)
}
