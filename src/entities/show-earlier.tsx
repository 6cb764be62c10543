import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Fetches the next page of `useInfiniteQuery`, where there is one: for short lists of what is newest. */
export function ShowEarlier({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <div>
      <Button
        look="plain"
        size="small"
        icon="chevron-down"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        <Trans>Show earlier ones</Trans>
      </Button>
    </div>
  )
}
