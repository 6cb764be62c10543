import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { webAddress, type WebAddress } from '#protocol/web-address.ts'
import { sandbox, webFramePath } from '#protocol/web-frame.ts'
import { search, text } from '../../lib/search.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { origins } from './queries.ts'

export const Route = createFileRoute('/pages/web/webview')({
  validateSearch: search({ url: text(2000) }),
  component: WebPageScreen,
})

const route = getRouteApi('/pages/web/webview')

type PageAddress = Extract<WebAddress, { kind: 'page' }>

/** A web page of another origin: in a frame where the operator allowed the origin, else behind a confirmation. */
function WebPageScreen() {
  const { url = '' } = route.useSearch()
  const address = webAddress(url)
  const query = useQuery({ ...origins, enabled: address?.kind === 'page' })
  if (address?.kind !== 'page')
    return (
      <Screen>
        <EmptyState art="error" title={<Trans>This address can't be opened</Trans>}>
          <Trans>This isn't a complete web address.</Trans>
        </EmptyState>
      </Screen>
    )
  return query.data?.items.includes(address.origin) ? (
    <FramedPage key={address.url} address={address} />
  ) : (
    <Screen>
      <QueryStates query={query}>{() => <Leaving address={address} />}</QueryStates>
    </Screen>
  )
}

function FramedPage({ address: { url, host } }: { address: PageAddress }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const [loads, setLoads] = useState(0)
  return (
    <Screen
      width="panes"
      actions={<IconButton icon="refresh" label={t`Reload`} disabled={!isOnline} onClick={() => setLoads(loads + 1)} />}
      bottom={<OpenOutside url={url} />}
    >
      <Host host={host} icon="shield" />
      {isOnline ? (
        <iframe
          key={loads}
          src={`${webFramePath}?url=${encodeURIComponent(url)}`}
          sandbox={sandbox}
          title={host}
          className="min-h-[60dvh] w-full flex-1 rounded-lg border border-line bg-white"
        />
      ) : (
        <EmptyState art="offline" title={<Trans>You're offline</Trans>}>
          <Trans>This page is on another site and isn't saved on this device. It loads when you're back online.</Trans>
        </EmptyState>
      )}
    </Screen>
  )
}

function Leaving({ address: { url, host } }: { address: PageAddress }) {
  return (
    <>
      <Banner tone="warning" icon="warning">
        <Trans>This page is outside the app. The operator isn't responsible for what it says.</Trans>
      </Banner>
      <Card>
        <Host host={host} icon="info" />
        <p className="mt-2 text-small text-ink-soft wrap-anywhere" dir="ltr">
          {url}
        </p>
        <p className="mt-4 text-pretty">
          <Trans>Never enter this app's passwords or codes on another page.</Trans>
        </p>
      </Card>
      <OpenOutside url={url} />
    </>
  )
}

function Host({ host, icon }: { host: string; icon: IconName }) {
  return (
    <p className="flex items-center gap-2 font-strong wrap-anywhere">
      <Icon name={icon} size="small" />
      <bdi dir="ltr">{host}</bdi>
    </p>
  )
}

/** A plain link: a redirect would take the reader out of the app unasked. */
function OpenOutside({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass({ look: 'quiet', wide: true })}>
      <Trans>Open in the browser</Trans>
    </a>
  )
}
