import type { LocalizedText } from '../schema.ts'

/** The document that each country's ID number is on, under its own name. */
export const countryTerms: Record<string, { idDocument: LocalizedText }> = {
  id: { idDocument: { en: 'KTP (NIK)' } },
  my: { idDocument: { en: 'MyKad' } },
  vn: { idDocument: { en: 'CCCD', vi: 'căn cước công dân (CCCD)' } },
  th: { idDocument: { en: 'Thai national ID card', th: 'บัตรประจำตัวประชาชน' } },
  cn: { idDocument: { en: 'Resident Identity Card', 'zh-Hans': '居民身份证' } },
  ae: { idDocument: { en: 'Emirates ID', ar: 'الهوية الإماراتية' } },
  sg: { idDocument: { en: 'NRIC' } },
}
