import { Link, type LinkComponent, type LinkProps } from '@tanstack/react-router'

/** A link at the end of a section's heading, to all of what the section shows some of. */
export const SectionLink = LinkAside as LinkComponent<'a'>

function LinkAside(link: LinkProps) {
  return (
    <Link
      {...link}
      className="-me-2 inline-flex min-h-11 items-center rounded-md px-2 text-small font-strong text-accent-ink hover:bg-accent-soft"
    />
  )
}
