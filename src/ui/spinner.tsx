/** Decoration: the words beside it must say what is going on. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className="size-5 shrink-0 animate-turn">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
