import { describe, expect, test } from 'vitest'
import { refusedShapes } from '#tests/support/statements/refused.ts'

const tables: Record<string, boolean> = { member: true, unit: true, purchase: true, machine: false, revenue: false }
const shapes = (text: string) => refusedShapes(text, (table) => tables[table])

describe('what a distributed PostgreSQL refuses', () => {
  test.each([
    [
      'with due as (select * from unit where member_id = $1 for update) select * from due',
      'locks unit within a statement',
    ],
    [
      'delete from unit where id in (select id from unit limit $1 for update skip locked)',
      'locks unit within a statement',
    ],
    ['select * from "unit" where "id" = $1 for no key update', 'locks unit of many'],
    ['select * from unit where member_id = any($1) order by id for key share', 'locks unit of many'],
    ['insert into purchase select * from member where name = $1 for key share of member', 'locks member of many'],
    ["update unit set id = gen_random_uuid() where status = 'active'", 'updates unit of many by a volatile function'],
    [
      'with due as (select 1) update unit u set id = coalesce(id, gen_random_uuid()) from due where member_id = due.id',
      'updates unit of many by a volatile function',
    ],
    [
      'insert into unit (id) values ($1) on conflict (id) do update set id = gen_random_uuid()',
      'updates unit of many by a volatile function',
    ],
    ['update unit set owner_id = $1, id = uuidv7() where status = $2', 'updates unit of many by a volatile function'],
    ['select * from unit where member_id = $1 or machine_id = $2 for update', 'locks unit of many'],
    [
      'select * from unit join purchase on true where unit.id = any($1) and purchase.member_id = $2 for update of unit',
      'locks unit of many',
    ],
    ['select * from unit join member on true where unit.id = $1 for key share of member', 'locks member of many'],
    ["select 'a--b', * from public.unit where id = $1 for update", 'locks unit of many'],
    [
      'with ended as (update unit set paid = 1 returning id) select * from ended cross join lateral(select * from revenue fetch first 1 row only) it',
      'looks revenue up by lateral and limit',
    ],
    [
      'select * from unit cross join lateral (select total from revenue order by at limit 1) it where member_id = $1',
      'looks revenue up by lateral and limit',
    ],
    [
      'select * from unit u left join lateral (select (select total from revenue r where r.at < $1 limit 1)) it on true',
      'looks revenue up by lateral and limit',
    ],
    ['select exists (select from unit where status = $1) as it', 'no column'],
  ])('%s', (text, shape) => {
    expect(shapes(text)).toEqual([shape])
  })
})

test.each([
  'select * from unit where id = $1 and member_id = $2 for update',
  'select * from member where id = $1 for no key update',
  'select * from machine where id = $1 for update',
  'select exists (select 1 from unit where status = $1), exists (select from machine)',
  // Of the machine alone, which lies on every machine of the database.
  'select * from machine join unit on unit.machine_id = machine.id where unit.id = $1 for update of machine',
  'update unit set id = gen_random_uuid() where member_id = $1',
  'insert into unit (id) select gen_random_uuid() from purchase on conflict (id) do update set paid = 1',
  'insert into unit (id) select gen_random_uuid() from purchase',
  'select * from machine cross join lateral (select total from revenue order by at limit 1) it',
  'select * from unit cross join lateral (select * from purchase where purchase.id = unit.purchase_id limit 1) it',
  "select 'for update' as it from unit -- for update",
  'with paid as (update unit set paid = 1 where member_id = $1 returning id) select * from paid',
])('%s is not refused', (text) => {
  expect(shapes(text)).toEqual([])
})
