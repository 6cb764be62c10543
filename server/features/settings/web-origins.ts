import * as v from 'valibot'
import { webOrigins } from '#protocol/settings.ts'
import { webOrigin } from '#protocol/web-address.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { handle } from '../../http/handler.ts'

/** The setting `web_origins`: whose pages the app shows in a frame. */
export const WebOriginsSetting = v.array(
  v.pipe(
    v.string(),
    v.check((it) => webOrigin(it) !== null, 'must be origins such as https://example.org'),
    v.transform((it) => webOrigin(it) ?? it),
  ),
)

export async function originsOf(db: Db): Promise<readonly string[]> {
  return (await settingOf(db, 'web_origins', WebOriginsSetting)) ?? []
}

export const shownOrigins = handle(webOrigins, async ({ db }) => ({ items: [...(await originsOf(db))] }))
