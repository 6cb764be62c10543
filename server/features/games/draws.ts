import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { boxBills, Draw } from '#protocol/games.ts'
import { whole } from '#protocol/primitives.ts'
import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import { pageOf, readCursor } from '../../http/cursor.ts'
import { shownSlot, type SlotRow, type Words } from './games.ts'

const Cursor = v.tuple([whole(0, Number.MAX_SAFE_INTEGER)])

/** A member's draws with everything that they are shown, newest first. */
export function drawRows(db: Db, memberId: string) {
  return db
    .selectFrom('draw')
    .innerJoin('game', 'game.id', 'draw.game')
    .innerJoin('gameRule', (it) =>
      it.onRef('gameRule.game', '=', 'draw.game').onRef('gameRule.version', '=', 'draw.version'),
    )
    .innerJoin('drawSeed', (it) =>
      it.onRef('drawSeed.memberId', '=', 'draw.memberId').onRef('drawSeed.id', '=', 'draw.seedId'),
    )
    .selectAll('draw')
    .select(['game.kind', 'gameRule.name', 'drawSeed.hash', 'drawSeed.seed'])
    .where('draw.memberId', '=', memberId)
    .orderBy('draw.number', 'desc')
}

export type DrawRow = Awaited<ReturnType<ReturnType<typeof drawRows>['execute']>>[number]

/** A page of a member's draws, newest first. */
export async function drawsPage(
  db: Db,
  memberId: string,
  { after, limit, won, status, game }: Args<typeof boxBills>,
  words: Words,
): Promise<Answer<typeof boxBills>> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const rows = await drawRows(db, memberId)
    .$if(won !== undefined, (it) => it.where('draw.status', won === true ? 'is not' : 'is', null))
    .$if(status !== undefined, (it) => it.where('draw.status', '=', status ?? 0))
    .$if(game !== undefined, (it) => it.where('draw.game', '=', game ?? ''))
    .$if(cursor !== undefined, (it) => it.where('draw.number', '<', cursor?.[0] ?? 0))
    .limit(limit + 1)
    .execute()
  const page = pageOf(
    rows,
    limit,
    (row) => [row.number],
    (row) => row,
  )
  return { ...page, items: await shownDraws(db, page.items, words) }
}

/** Rows as their owner sees them, with the slots of the rule each was made under. */
export async function shownDraws(db: Db, rows: readonly DrawRow[], words: Words): Promise<Draw[]> {
  const slots = await slotsOfRules(db, rows)
  return rows.map((row) => shownDraw(row, slots.get(ruleOf(row)) ?? [], words))
}

function shownDraw(row: DrawRow, slots: readonly SlotRow[], words: Words): Draw {
  const at = slots.findIndex((it) => it.id === row.slotId)
  const slot = slots[at]
  const weightAt = (n: number) => row.weights[n] ?? 0
  return {
    id: row.id,
    game: row.game,
    gameName: localized(words.language, row.name),
    kind: row.kind,
    price: { of: row.priceOf, amount: row.priceAmount },
    prize: row.status === null || slot === undefined ? null : shownSlot(slot, weightAt(at), words),
    status: row.status,
    at: row.at,
    receivedAt: row.receivedAt,
    proof: {
      version: row.version,
      seedHash: row.hash,
      serverSeed: row.seed,
      memberSeed: row.memberSeed,
      nonce: row.nonce,
      slots: slots.map(({ id, name }, n) => ({ id, name: localized(words.language, name), weight: weightAt(n) })),
      roll: row.roll,
      slotId: row.slotId,
      byGuarantee: row.byGuarantee,
    },
  }
}

/** The slots of every rule that the rows name, in order. What is left of them doesn't matter to a draw. */
async function slotsOfRules(db: Db, rows: readonly Pick<DrawRow, 'game' | 'version'>[]) {
  const wanted = new Map(rows.map((it) => [ruleOf(it), it]))
  const slots = new Map<string, SlotRow[]>([...wanted.keys()].map((rule) => [rule, []]))
  if (wanted.size === 0) return slots
  const found = await db
    .selectFrom('gameSlot')
    .selectAll()
    .where((it) => it.or([...wanted.values()].map(({ game, version }) => it.and({ game, version }))))
    .orderBy('position')
    .execute()
  for (const it of found) slots.get(ruleOf(it))?.push({ ...it, left: null })
  return slots
}

function ruleOf({ game, version }: { game: string; version: number }): string {
  return `${game}/${version}`
}
