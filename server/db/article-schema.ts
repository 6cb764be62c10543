import type { Language } from '#protocol/languages.ts'

/** Tables of 096_articles.sql, 097_agreements.sql and 161_announced_texts.sql, camelCase. */
export interface ArticleTables {
  article: {
    id: string
    kind: 'news' | 'help' | 'legal'
    art: string | null
    publishedAt: string | null
    withdrawnAt: string | null
  }
  articleText: {
    articleId: string
    language: Language
    revision: number
    title: string
    line: string
    markdown: string
    minutes: number
    writtenAt: string
    visibleFrom: string | null
    /** When members are to be told of it; null: not, or they were. */
    announceAt: string | null
  }
  agreement: {
    id: string
    memberId: string
    articleId: string
    language: Language
    revision: number
    subject: AgreementSubject
    ref: string
    agreedAt: string
  }
}

export type AgreementSubject = 'registration' | 'card' | 'contract'
