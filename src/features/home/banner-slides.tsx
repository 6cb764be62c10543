import { useLingui } from '@lingui/react/macro'
import type * as v from 'valibot'
import type { Banner } from '#protocol/home.ts'
import { Art } from '../../ui/art.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { RouteLink } from '../../ui/route-link.tsx'

type Slide = v.InferOutput<typeof Banner>

/** The operator's banners as slides. Renders nothing where there are none. */
export function BannerSlides({ banners }: { banners: readonly Slide[] }) {
  const { t } = useLingui()
  if (banners.length === 0) return null
  return (
    <Carousel
      label={t`News from the operator`}
      slides={banners.map((it) => ({ key: it.id, content: <BannerSlide banner={it} /> }))}
    />
  )
}

function BannerSlide({ banner: { title, line, art, route } }: { banner: Slide }) {
  return (
    <RouteLink
      route={route}
      className="flex min-h-32 items-center gap-2 overflow-hidden rounded-lg bg-accent-soft ps-4 text-accent-ink"
    >
      <span className="min-w-0 flex-1 py-4">
        <span className="block font-strong text-balance">{title}</span>
        <span className="mt-1 block text-small text-pretty">{line}</span>
      </span>
      <span className="w-32 shrink-0 self-end pe-2 pb-2">
        <Art name={art} />
      </span>
    </RouteLink>
  )
}
