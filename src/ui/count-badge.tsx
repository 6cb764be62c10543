/** A small count at the corner of an icon. Decoration: the icon's label says the same. */
export function CountBadge({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      className="figures absolute end-0 top-0.5 min-w-5 rounded-full border-2 border-canvas bg-danger-fill px-1 text-center text-small leading-4 font-strong text-on-danger"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
