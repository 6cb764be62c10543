import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { toast } from '../../ui/toast.tsx'
import { askForPersistence } from './device-storage.ts'
import { sizeText } from './stored-groups.ts'
import { storage } from './queries.ts'

/** How much storage the app takes, and whether the browser may evict it. */
export function StorageFacts() {
  const { t, i18n } = useLingui()
  const query = useQuery(storage)
  const ask = async () => {
    if (await askForPersistence()) void query.refetch()
    else toast(t`The browser did not promise it. Installing the app usually helps.`, { duration: 6000 })
  }
  return (
    <Card>
      <QueryStates query={query}>
        {({ used, quota, isPersisted }) => (
          <Facts>
            {used !== undefined && (
              <Fact name={<Trans>Used, with the app itself</Trans>}>{sizeText(used, i18n.locale)}</Fact>
            )}
            {quota !== undefined && (
              <Fact name={<Trans>Room the browser gives</Trans>}>{sizeText(quota, i18n.locale)}</Fact>
            )}
            <Fact name={<Trans>Safe when the disk runs full</Trans>}>
              {isPersisted ? (
                <Trans>Yes, the browser promised</Trans>
              ) : isPersisted === undefined ? (
                <Trans>The browser can't promise</Trans>
              ) : (
                <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
                  <Trans>Not promised</Trans>
                  <Button look="plain" size="small" onClick={() => void ask()}>
                    <Trans>Ask for it</Trans>
                  </Button>
                </span>
              )}
            </Fact>
          </Facts>
        )}
      </QueryStates>
    </Card>
  )
}
