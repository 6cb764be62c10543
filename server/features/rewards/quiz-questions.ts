import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { languages, type Language } from '#protocol/languages.ts'
import { Slug, text } from '#protocol/primitives.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { AskedQuestion, QuizText } from '../../db/quiz-schema.ts'

const Text = v.strictObject({
  question: text(300),
  right: text(120),
  wrong: v.pipe(v.array(text(120)), v.minLength(2, 'must be 2 or 3'), v.maxLength(3, 'must be 2 or 3')),
  why: text(400),
})

/** A question in every language of the app, as files of questions hold it. */
export interface Question {
  id: string
  texts: Record<Language, QuizText>
}

/** The texts of an attempt's questions, in their order. */
export async function textsOf(db: Db, asked: readonly AskedQuestion[], language: Language): Promise<QuizText[]> {
  const rows = await db
    .selectFrom('quizQuestion')
    .select(['id', 'texts'])
    .where(
      'id',
      'in',
      asked.map((it) => it.id),
    )
    .execute()
  const byId = new Map(rows.map((it) => [it.id, it.texts[language]]))
  return asked.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Reads a file of questions; `problems` says for each question what is wrong, and is empty where nothing is. */
export function readQuestions(json: string): { questions: Question[]; problems: string[] } {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch (cause) {
    return { questions: [], problems: [`is no JSON: ${cause instanceof Error ? cause.message : ''}`] }
  }
  if (!Array.isArray(given) || given.length === 0)
    return { questions: [], problems: ['must be a list of questions, [{"name": …, "en": {…}, …}]'] }
  const questions: Question[] = []
  const problems: string[] = []
  for (const [n, it] of given.entries()) {
    const read = readQuestion(it)
    if ('problems' in read) problems.push(...read.problems.map((problem) => `question ${nameOf(it, n)}: ${problem}`))
    else questions.push(read)
  }
  return { questions, problems: [...problems, ...repeated(questions)] }
}

/** Adds questions that aren't there yet. Gives the ids of those it added. */
export async function addQuestions(db: Db, questions: readonly Question[], clock: Clock): Promise<string[]> {
  if (questions.length === 0) return []
  const added = await db
    .insertInto('quizQuestion')
    .values(
      questions.map(({ id, texts }) => ({
        id,
        texts: JSON.stringify(texts),
        addedAt: instant(clock),
        retiredAt: null,
      })),
    )
    .onConflict((it) => it.column('id').doNothing())
    .returning('id')
    .execute()
  return added.map((it) => it.id)
}

/** The questions that come with the app. What the operator retired stays retired. */
export async function seedQuestions(db: Db, clock: Clock): Promise<void> {
  const known = new Set((await db.selectFrom('quizQuestion').select('id').execute()).map((it) => it.id))
  const fresh = ownQuestions().filter((it) => !known.has(it.id))
  await addQuestions(db, fresh, clock)
}

/** The questions of the folder `questions`. Throws where a file of it is wrong. */
export function ownQuestions(): Question[] {
  const folder = fileURLToPath(new URL('questions', import.meta.url))
  return globSync('*.json', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const { questions, problems } = readQuestions(readFileSync(`${folder}/${file}`, 'utf8'))
      if (problems.length > 0) throw new Error(`${file}: ${problems.join('; ')}`)
      return questions
    })
}

function readQuestion(given: unknown): Question | { problems: string[] } {
  if (typeof given !== 'object' || given === null) return { problems: ['must be an object'] }
  const { name: id, ...byLanguage } = given as Record<string, unknown>
  const problems: string[] = []
  if (!v.is(Slug, id)) problems.push('`name` must be short: letters, digits, - and _')
  for (const key of Object.keys(byLanguage))
    if (!(languages as readonly string[]).includes(key)) problems.push(`${key} is no language of the app`)
  const texts: Partial<Record<Language, QuizText>> = {}
  for (const language of languages) {
    const read = v.safeParse(Text, byLanguage[language])
    if (byLanguage[language] === undefined) problems.push(`${language} is missing`)
    else if (!read.success)
      problems.push(...read.issues.map((it) => `${language} ${v.getDotPath(it) ?? ''} ${it.message}`))
    else {
      texts[language] = read.output
      const choices = [read.output.right, ...read.output.wrong].map((it) => it.toLowerCase())
      if (new Set(choices).size < choices.length) problems.push(`${language} has one choice twice`)
    }
  }
  const counts = new Set(Object.values(texts).map((it) => it.wrong.length))
  if (counts.size > 1) problems.push('has not as many choices in every language')
  return problems.length > 0 ? { problems } : { id: id as string, texts: texts as Record<Language, QuizText> }
}

function repeated(questions: readonly Question[]): string[] {
  const ids = new Set<string>()
  const asked = new Set<string>()
  return questions.flatMap(({ id, texts }) => {
    const words = texts.en.question.toLowerCase()
    const problems = [
      ...(ids.has(id) ? [`question ${id}: is there twice`] : []),
      ...(asked.has(words) ? [`question ${id}: asks the same as another one`] : []),
    ]
    ids.add(id)
    asked.add(words)
    return problems
  })
}

function nameOf(given: unknown, n: number): string {
  const id = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined
  return typeof id === 'string' && id !== '' ? `${n + 1} (${id})` : String(n + 1)
}
