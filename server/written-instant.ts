import * as v from 'valibot'
import { Day } from '#protocol/primitives.ts'
import { instant } from './clock.ts'

/** An instant as an operator writes it, with its zone: `2026-12-01T09:00:00+07:00`. Gives it in our spelling. */
export const WrittenInstant = v.pipe(
  v.string(),
  v.check(
    (it) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(it) &&
      v.is(Day, it.slice(0, 10)) &&
      !Number.isNaN(Date.parse(it)),
    'must be an instant with its zone, such as 2026-12-01T09:00:00+07:00 or 2026-12-01T02:00:00Z',
  ),
  v.transform((it) => instant(Date.parse(it))),
)
