import type { ColumnType } from 'kysely'
import type { Language } from '#protocol/languages.ts'

/** A question in one language. Its choices are the right answer, place 0, and the wrong ones. */
export interface QuizText {
  question: string
  right: string
  wrong: string[]
  /** One sentence that explains the right answer. */
  why: string
}

/** A question of an attempt. `order` holds the places of its choices as they are shown. */
export interface AskedQuestion {
  id: string
  order: number[]
}

/** Tables of 107_quiz.sql, camelCase. */
export interface QuizTables {
  quizQuestion: {
    id: string
    texts: ColumnType<Record<Language, QuizText>, string, never>
    addedAt: string
    retiredAt: string | null
  }
  quizAttempt: {
    memberId: string
    day: string
    sitting: string
    asked: ColumnType<AskedQuestion[], string, never>
    prize: number
    startedAt: string
    endsAt: string
    endedAt: string | null
    ended: 'passed' | 'wrong' | 'late' | 'left' | null
    chosen: ColumnType<(number | null)[] | null, null, string>
  }
}
