import { levelList } from '#protocol/levels.ts'
import { translatorFor } from '../../db/terms.ts'
import { handle, type Handler } from '../../http/handler.ts'

// One list of levels so far, whatever `type` is asked for.
const levels = handle(levelList, async ({ db, language }) => {
  const [rows, translate] = await Promise.all([
    db.selectFrom('level').selectAll().orderBy('level').execute(),
    translatorFor(db, language),
  ])
  return { items: rows.map((it) => ({ ...it, name: translate(it.name) })) }
})

export const levelsCalls: readonly Handler[] = [levels]
