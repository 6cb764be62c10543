import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const bar = 'block animate-sheen rounded-sm bg-sunken dark:bg-line'

/**
 * Holds the skeleton of content that is loading. It takes its space at once and is visible after 200 ms (specification
 * 9), so that fast answers don't flash.
 */
export function Skeleton({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      {children}
    </div>
  )
}

/** One line of text; its width is a Tailwind class, for example `w-32`. */
export function TextBone({ width = 'w-32', tall = false }: { width?: string; tall?: boolean }) {
  return <span className={classNames(bar, tall ? 'h-7' : 'h-4', width, 'max-w-full')} />
}

/** A picture, a card, a button. */
export function BlockBone({ shape }: { shape: string }) {
  return <span className={classNames(bar, shape)} />
}

/** The shape of a list of ListRows. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Skeleton>
      <ul aria-hidden className="overflow-hidden rounded-lg bg-surface">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row} className="flex min-h-17 items-center gap-4 px-4 py-3">
            <BlockBone shape="size-11 rounded-full! shrink-0" />
            <span className="flex min-w-0 flex-1 flex-col gap-2">
              <TextBone width={row % 2 ? 'w-40' : 'w-28'} />
              <TextBone width="w-20" />
            </span>
            <TextBone width="w-16" />
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}

/** The shape of a grid of product cards. */
export function CardsSkeleton({ cards = 4 }: { cards?: number }) {
  return (
    <Skeleton>
      <div aria-hidden className="grid grid-cols-2 gap-3 wide:grid-cols-3">
        {Array.from({ length: cards }, (_, card) => (
          <span key={card} className="flex flex-col gap-3 rounded-lg bg-surface p-3">
            <BlockBone shape="h-28 w-full rounded-md!" />
            <TextBone width="w-24" />
            <TextBone width="w-16" />
          </span>
        ))}
      </div>
    </Skeleton>
  )
}

/** The shape of a detail page: picture, title, figures, text. */
export function DetailSkeleton() {
  return (
    <Skeleton>
      <div aria-hidden className="flex flex-col gap-4">
        <BlockBone shape="h-48 w-full rounded-lg!" />
        <TextBone width="w-48" tall />
        <BlockBone shape="h-28 w-full rounded-lg!" />
        <TextBone width="w-full" />
        <TextBone width="w-3/4" />
      </div>
    </Skeleton>
  )
}
