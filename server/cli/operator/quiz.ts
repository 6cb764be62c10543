import { Slug } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import { addQuestions, readQuestions } from '../../features/rewards/quiz-questions.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { TextFile } from './files.ts'

const importing = action('quiz import', {
  needs: ['catalogue'],
  says: 'Adds the questions of a JSON file to the daily quiz: all of them, or none where one is wrong, and then says what is wrong with which',
  positional: ['file'],
  args: { file: TextFile },
  run: async ({ db, clock }, { file }) => {
    const { questions, problems } = readQuestions(file.text)
    if (problems.length > 0) throw wrongFile(file.name, problems)
    const added = await addQuestions(db, questions, clock)
    const known = questions.filter(({ id }) => !added.includes(id))
    // A refused command keeps nothing of what it did.
    if (known.length > 0)
      throw wrongFile(
        file.name,
        known.map(({ id }) => `question ${id}: is there already; retire it and give the new one another name`),
      )
    return [`${added.length} questions added.`]
  },
})

const list = reading('quiz list', {
  needs: ['catalogue'],
  says: 'Every question of the daily quiz by its name, in English, with its right answer; retired ones last',
  run: async ({ db }) => {
    const rows = await db.selectFrom('quizQuestion').selectAll().orderBy('id').execute()
    if (rows.length === 0) return ['None.']
    return rows
      .toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null))
      .map(({ id, texts, retiredAt }) =>
        [id, texts.en.question, texts.en.right, ...(retiredAt === null ? [] : [`retired ${retiredAt}`])].join('  '),
      )
  },
})

const retire = action('quiz retire', {
  needs: ['catalogue'],
  says: 'A question is not asked any more; attempts that are under way keep it',
  positional: ['name'],
  args: { name: Slug },
  run: async ({ db, clock }, { name }) => {
    const retired = await db
      .updateTable('quizQuestion')
      .set({ retiredAt: instant(clock) })
      .where('id', '=', name)
      .where('retiredAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!retired) throw new DomainError('bad_request', { field: 'name', problem: 'is no question that is asked' })
    return ['Retired.']
  },
})

/** The first problems in words: a message of hundreds would not be read. */
function wrongFile(name: string, problems: readonly string[]): DomainError {
  const more = problems.length - 20
  const shown = [...problems.slice(0, 20), ...(more > 0 ? [`and ${more} more`] : [])]
  return new DomainError('bad_request', { field: name, problem: shown.join('; ') })
}

export const quizCommands: readonly Command[] = [importing, list, retire]
