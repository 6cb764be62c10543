/** A small count beside the corner of an icon, at most 99+. Decoration: the icon's label says the same. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      className="figures absolute start-[calc(50%+min(0.375rem,12cqi))] top-0 min-w-5 rounded-full border-2 border-canvas bg-danger-fill px-1 text-center text-[min(0.75rem,14cqi)] leading-4 font-strong text-on-danger"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
