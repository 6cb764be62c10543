import * as v from 'valibot'
import { Id, Slug } from '#protocol/primitives.ts'
import { webAddress } from '#protocol/web-address.ts'
import { MallFileError, readMallFile } from '../../features/pointsmall/goods-file.ts'
import { correctParcel, moveOrder } from '../../features/pointsmall/moving.ts'
import { addStock, withdrawGoods, writeCategory, writeGoods } from '../../features/pointsmall/stocking.ts'
import { DomainError } from '../../http/domain-error.ts'
import { counted } from './arguments.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { TextFile, type GivenFile } from './files.ts'
import { once, onceByReference, Reference } from './references.ts'

const write = action('goods write', {
  needs: ['catalogue'],
  says: 'Adds categories and goods of the points mall from a JSON file, or changes those of the same name. The stock of known goods stays',
  positional: ['file'],
  args: { file: TextFile },
  run: async ({ db, clock }, { file }) => {
    const { categories, goods } = readFile(file)
    for (const it of categories) await writeCategory(db, it)
    const lines = categories.map((it) => `${it.id}: category "${it.name.en}".`)
    for (const it of goods) {
      const { isNew } = await writeGoods(db, it, clock)
      lines.push(`${it.slug}: ${isNew ? `new, ${it.stock} in stock` : 'changed'}, ${it.points} gold coins.`)
    }
    return lines.length > 0 ? lines : ['There is nothing in this file.']
  },
})

const list = reading('goods list', {
  needs: ['catalogue', 'support', 'auditor'],
  says: 'Everything in the points mall: price in gold coins, stock, what one member may have, level',
  run: async ({ db }) => {
    const rows = await db.selectFrom('pointsGoods').selectAll().orderBy('position').execute()
    if (rows.length === 0) return ['None.']
    return rows.map((it) =>
      [
        it.slug.padEnd(18),
        it.kind.padEnd(11),
        `${it.points} coins`,
        `stock ${it.stock}`,
        `limit ${it.limitEach === 0 ? 'none' : it.limitEach}`,
        `level ${it.levelNeeded}`,
        ...(it.withdrawnAt === null ? [] : [`withdrawn ${it.withdrawnAt}`]),
      ].join('  '),
    )
  },
})

const stock = action('goods stock', {
  needs: ['catalogue'],
  says: `Adds pieces to the stock of goods, or takes some away. ${onceByReference}`,
  positional: ['slug'],
  args: {
    slug: Slug,
    add: v.optional(counted(1, 1_000_000)),
    take: v.optional(counted(1, 1_000_000)),
    reference: v.optional(Reference),
  },
  run: (context, { slug, add, take, reference }) =>
    once(context, { command: 'goods stock', reference, body: { slug, add, take } }, async () => {
      if ((add === undefined) === (take === undefined))
        throw new DomainError('bad_request', { field: 'stock', problem: 'needs either --add or --take' })
      return { lines: [`${slug}: ${await addStock(context.db, { slug, pieces: add ?? -(take ?? 0) })} in stock.`] }
    }),
})

const withdraw = action('goods withdraw', {
  needs: ['catalogue'],
  says: 'Takes goods off the points mall; orders of them go on. "goods write" puts them back',
  positional: ['slug'],
  args: { slug: Slug },
  run: async ({ db, clock }, { slug }) => {
    await withdrawGoods(db, slug, clock)
    return [`${slug} is no longer offered.`]
  },
})

const orders = reading('points-order list', {
  needs: ['support'],
  says: 'Parcels that wait to be shipped or refunded, oldest first, or the newest orders of one status (201, 202, 203, 301, 401)',
  args: { status: v.optional(v.picklist(['201', '202', '203', '301', '401'])) },
  run: async ({ db }, { status }) => {
    const rows = await db
      .selectFrom('pointsOrder')
      .innerJoin('pointsGoods', 'pointsGoods.id', 'goodsId')
      .select(['pointsOrder.id', 'orderNumber', 'slug', 'quantity', 'pointsOrder.points', 'status', 'paidAt'])
      .select(['refundAskedAt', 'tracking'])
      .where('status', 'in', status === undefined ? [201, 202] : [Number(status) as 201])
      .orderBy('paidAt', status === undefined ? 'asc' : 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      lineOf: (it) =>
        [
          it.id,
          it.orderNumber,
          String(it.status),
          it.paidAt,
          `${it.quantity} × ${it.slug}`,
          `${it.points} coins`,
          ...(it.refundAskedAt === null ? [] : [`refund asked ${it.refundAskedAt}`]),
          ...(it.tracking === null ? [] : [it.tracking]),
        ].join('  '),
    })
  },
})

const recipient = action('points-order recipient', {
  needs: ['support'],
  reads: 'personal',
  says: 'Shows where a parcel goes, with the whole phone number; that it was shown is kept, the address is not',
  positional: ['id'],
  args: { id: Id },
  run: async ({ db }, { id }) => {
    const order = await db.selectFrom('pointsOrder').selectAll().where('id', '=', id).executeTakeFirst()
    if (!order) throw new DomainError('not_found')
    const shown = [order.recipient, order.phone, order.line].join(', ')
    return {
      shown:
        order.recipient === null ? ['Nothing is sent.'] : [shown, ...(order.remark === null ? [] : [order.remark])],
      kept: ['shown'],
    }
  },
})

const ship = action('points-order ship', {
  needs: ['support'],
  says: 'The parcel has left: the member is told. Refused a day after a refund was asked for. Said again, it corrects the number or the link (https), which stays where none is given; --link none takes it away',
  positional: ['id'],
  args: {
    id: Id,
    carrier: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(60)),
    tracking: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(60)),
    link: v.optional(
      v.pipe(
        v.string(),
        v.check((it) => it === 'none' || webAddress(it)?.kind === 'page', 'must be a complete https address, or none'),
        v.transform((it) => (it === 'none' ? null : it)),
      ),
    ),
  },
  run: async ({ db, clock }, { id: orderId, carrier, tracking, link: trackingUrl }) => {
    const parcel = { carrier, tracking, trackingUrl }
    const { changed } = await moveOrder(db, { orderId, step: 'ship', parcel }, clock)
    if (changed) return [`${orderId} is shipped. The member has been told.`]
    const link = await correctParcel(db, { orderId, ...parcel })
    const linked = link === null ? 'without a link.' : `with the link ${link}. --link none takes it away.`
    return [`${orderId} was shipped already. It now travels as ${carrier} ${tracking}, ${linked}`]
  },
})

const refund = action('points-order refund', {
  needs: ['support'],
  says: 'The gold coins go back to the member, who is told. Pieces that never left are on sale again; those on their way come back by "goods stock"',
  positional: ['id'],
  args: { id: Id },
  run: async ({ db, clock }, { id: orderId }) => {
    const { changed } = await moveOrder(db, { orderId, step: 'refund' }, clock)
    return [changed ? `${orderId} is refunded. The member has been told.` : `${orderId} was refunded already.`]
  },
})

function readFile({ text }: GivenFile) {
  try {
    return readMallFile(text)
  } catch (cause) {
    throw cause instanceof MallFileError
      ? new DomainError('bad_request', { field: 'file', problem: cause.message })
      : cause
  }
}

export const pointsMallCommands: readonly Command[] = [write, list, stock, withdraw, orders, recipient, ship, refund]
