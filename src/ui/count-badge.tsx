import { classNames } from './class-names.ts'

/**
 * A small count at the corner of an icon button, or beside the icon of a tab, at most 99+. Decoration: the label of the
 * button or tab says the same.
 */
export function CountBadge({ count, isBeside = false }: { count: number; isBeside?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'figures absolute rounded-full border-2 border-canvas bg-danger-fill text-center leading-4 font-strong text-on-danger',
        isBeside
          ? 'start-[calc(50%+min(0.375rem,8cqi))] top-0 min-w-[min(1.25rem,24cqi)] px-[min(0.25rem,4cqi)] text-[min(0.75rem,14cqi)]'
          : // From a point of the icon outwards: it covers a quarter of it at most, and nothing of the icon beside it.
            'start-5.5 top-0 min-w-5 px-px text-[min(0.71875rem,15px)]',
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
