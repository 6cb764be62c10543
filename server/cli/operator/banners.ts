import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { Slug } from '#protocol/primitives.ts'
import { LocalizedText } from '../../db/localized-text.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { TextFile, type GivenFile } from './files.ts'

/** Where banners stand: on Home, or before it as an advertisement, once a day. */
const Place = v.picklist(['home', 'opening'], 'must be home or opening')

const Banners = v.array(
  v.strictObject({
    title: LocalizedText,
    line: LocalizedText,
    /** A drawing of the app. */
    art: Slug,
    route: v.pipe(v.string(), v.regex(/^\/[\w/?=&.-]*$/, 'must be a route of the app, such as /pages/index/index')),
  }),
)

const publish = action('banner publish', {
  needs: ['catalogue'],
  says: 'Replaces the banners of Home, or the opening advertisements, by those of a JSON file: a list of title, line, art and route. An empty list takes all of them away',
  positional: ['file'],
  args: { file: TextFile, place: Place },
  run: async ({ db }, { file, place }) => {
    const banners = readFile(file)
    const isOpening = place === 'opening'
    await db.deleteFrom('banner').where('isOpening', '=', isOpening).execute()
    if (banners.length === 0) return ['None is shown any more.']
    await db
      .insertInto('banner')
      .values(
        banners.map(({ title, line, art, route }, position) => ({
          id: randomUUID(),
          title: JSON.stringify(title),
          line: JSON.stringify(line),
          art,
          route,
          isOpening,
          position,
        })),
      )
      .execute()
    return banners.map(({ title, route }) => `"${title.en}" leads to ${route}.`)
  },
})

const list = reading('banner list', {
  needs: ['catalogue'],
  says: 'The banners of Home and the opening advertisements, in the order in which they are shown',
  run: async ({ db }) => {
    const rows = await db.selectFrom('banner').selectAll().orderBy('isOpening').orderBy('position').execute()
    if (rows.length === 0) return ['None.']
    return rows.map((it) => `${it.isOpening ? 'opening' : 'home'}  "${it.title.en}"  ${it.art}  ${it.route}`)
  },
})

function readFile({ text }: GivenFile): v.InferOutput<typeof Banners> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Banners), text)
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new DomainError('bad_request', { field: v.getDotPath(issue) ?? 'file', problem: issue.message })
}

export const bannerCommands: readonly Command[] = [publish, list]
