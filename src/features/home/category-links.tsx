import { Plural } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Category } from '#protocol/home.ts'
import { Art } from '../../ui/art.tsx'

/** Of categories, those where something is on offer. */
export const withOffers = (categories: readonly Category[]) => categories.filter((it) => it.products > 0)

/** The kinds of machines with offers, each a link to its list. */
export function CategoryLinks({ categories }: { categories: readonly Category[] }) {
  return (
    <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] wide:mx-0 wide:grid wide:grid-cols-6 wide:px-0">
      {withOffers(categories).map((it) => (
        <li key={it.id} className="w-28 shrink-0 wide:w-auto">
          <Link
            to="/subPages/product/list"
            search={{ categoryId: it.id }}
            className="flex h-full flex-col items-center gap-1 rounded-lg bg-surface px-2 py-3 text-center shadow-card hover:shadow-float"
          >
            <Art name={it.art} size="thumb" />
            <span className="text-small font-strong text-balance">{it.name}</span>
            <span className="mt-auto text-small text-ink-soft">
              <Plural value={it.products} one="# offer" other="# offers" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
