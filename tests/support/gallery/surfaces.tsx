import { Art } from '#src/ui/art.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button, buttonClass, IconButton } from '#src/ui/button.tsx'
import { Card, Section } from '#src/ui/card.tsx'
import { Fact, Facts } from '#src/ui/facts.tsx'
import { Carousel } from '#src/ui/carousel.tsx'
import { DayHead } from '#src/ui/day-head.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { IconDisc, List, ListRow, rowLinkClass } from '#src/ui/list-row.tsx'
import { Money } from '#src/ui/money.tsx'
import { PendingBadge } from '#src/entities/pending-badge.tsx'
import { ProductGrid } from '#src/entities/product-card.tsx'
import { ProductRow } from '#src/entities/product-row.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SectionLink } from '#src/ui/section-link.tsx'
import { products } from './products.ts'
import { Specimen } from './specimen.tsx'

const tones = ['neutral', 'accent', 'positive', 'warning', 'danger'] as const

export function Surfaces() {
  return (
    <Screen
      title="Income wallet"
      lead="What came in"
      actions={<IconButton icon="bell" label="Messages, 3 unread" badge={3} />}
    >
      <Specimen of="DayHead">
        <DayHead day="2026-11-20" today="2026-11-20" />
      </Specimen>
      <Specimen of="Banner">
        {tones.map((tone) => (
          <Banner key={tone} tone={tone}>
            A line that stays until what it speaks of is over.
          </Banner>
        ))}
        <Banner
          tone="warning"
          icon="offline"
          action={
            <Button look="plain" size="small">
              Queue
            </Button>
          }
        >
          You are offline. 2 actions wait on this device.
        </Banner>
        <Banner tone="accent" onDismiss={() => undefined}>
          Demonstration money.
        </Banner>
      </Specimen>
      <Specimen of="Fold">
        <Fold title="How a draw is made">
          <p className="px-4 pb-4">From the server's seed, your own and the number of the draw.</p>
        </Fold>
      </Specimen>
      <Specimen of="Card">
        <Card>
          <Money value={1_240_567} currency="USD" size="hero" />
          <p>
            Projected this month <Money value={4210} currency="USD" projected />
          </p>
          <a href="#link" className={buttonClass({ look: 'plain' })}>
            More
          </a>
        </Card>
        {(['accent', 'warning', 'danger'] as const).map((tone) => (
          <Card key={tone} tone={tone}>
            <Facts>
              <Fact name="Price">$125.00</Fact>
              <Fact name="Projected yield">
                <span className="projected text-ink-soft">8.4 %</span>
              </Fact>
            </Facts>
          </Card>
        ))}
      </Specimen>
      <Section title="Movements" aside={<SectionLink to="/pages/index/my">All movements</SectionLink>}>
        <List label="Movements">
          <li>
            <a className={rowLinkClass} href="#1">
              <ListRow
                start="bolt"
                title="DC charger"
                detail="Income, 19 Nov"
                end={<Money value={1240} currency="USD" sign="always" />}
                leads
              />
            </a>
          </li>
          <li>
            <ListRow
              start={<IconDisc name="warning" tone="warning" />}
              title="Machine resting"
              end={<Money value={-25_000} currency="USD" sign="always" />}
              endDetail={<PendingBadge state="queued" />}
            />
          </li>
          <li>
            <ListRow
              title="Without a picture"
              detail="A detail that goes on for so long that it has to take a second line of its own on a phone"
            />
          </li>
        </List>
      </Section>
      <Specimen of="Chip">
        <div className="flex flex-wrap gap-2">
          {[...tones, 'projected' as const].map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
          <Chip tone="positive" icon="bolt">
            with an icon
          </Chip>
        </div>
      </Specimen>
      <Specimen of="Icon disc">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <IconDisc key={tone} name="bolt" tone={tone} />
          ))}
        </div>
      </Specimen>
      <Specimen of="Carousel">
        <Carousel
          label="Offers"
          slides={[1, 2, 3].map((it) => ({
            key: String(it),
            content: (
              <a href="#offer" className="block">
                <Card>
                  Offer {it}
                  <Art name="van" label="A van" />
                </Card>
              </a>
            ),
          }))}
        />
      </Specimen>
      <Specimen of="Product cards">
        <ProductGrid products={products} />
      </Specimen>
      <Specimen of="Product rows">
        <List label="Offers">
          {products.map((it) => (
            <li key={it.id}>
              <ProductRow product={it} />
            </li>
          ))}
        </List>
      </Specimen>
    </Screen>
  )
}
