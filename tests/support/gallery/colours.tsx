import { useState } from 'react'
import { BaseColours } from '#src/features/settings/base-colours.tsx'
import { bases } from '#src/ui/palette.ts'
import { Art } from '#src/ui/art.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { Shelf, Specimen } from './specimen.tsx'

const pairs = [
  'bg-canvas text-ink',
  'bg-surface text-ink-soft',
  'bg-sunken text-ink',
  'bg-raised text-accent-ink',
  'bg-accent text-on-accent',
  'bg-accent-soft text-accent-ink',
  'bg-positive-soft text-positive',
  'bg-warning-soft text-warning',
  'bg-danger-soft text-danger',
  'bg-danger-fill text-on-danger',
  'bg-ink text-canvas',
]
const sizes = ['text-small', 'text-body', 'text-title font-strong', 'text-large font-strong', 'text-hero font-strong']
const radii = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-full']

export function Colours() {
  return (
    <Screen title="Tokens" width="panes">
      <Shelf>
        <Specimen of="The base colour: one of ours, one's own">
          <Card>
            <Picker base="sea" />
          </Card>
          <Card>
            <Picker base="own" />
          </Card>
        </Specimen>
        <Specimen of="Grounds and what is written on them">
          <ul className="overflow-hidden rounded-lg border border-line">
            {pairs.map((it) => (
              <li key={it} className={`${it} px-4 py-2`}>
                {it}
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen of="Five sizes, two weights">
          {sizes.map((it) => (
            <p key={it} className={it}>
              Claim $12.40
            </p>
          ))}
        </Specimen>
        <Specimen of="Corners">
          <div className="flex flex-wrap gap-3">
            {radii.map((it) => (
              <span
                key={it}
                className={`${it} grid size-20 place-items-center bg-accent-soft text-small text-accent-ink`}
              >
                {it.slice(8)}
              </span>
            ))}
          </div>
        </Specimen>
        <Specimen of="What follows from the base colour, light and dark beside each other" wide>
          <div className="grid grid-cols-1 overflow-hidden rounded-lg border border-line wide:grid-cols-2">
            <Derived theme="light" />
            <Derived theme="dark" />
          </div>
        </Specimen>
      </Shelf>
    </Screen>
  )
}

function Picker({ base }: { base: string }) {
  const [look, setLook] = useState({ base, theme: 'system' as const, hue: 130, vivid: 0.7 })
  return (
    <BaseColours
      look={look}
      onChange={(change) => {
        if ('own' in change) setLook({ ...look, base: 'own', ...change.own })
        else if ('base' in change) setLook({ ...look, ...change, ...bases[change.base] })
      }}
    />
  )
}

function Derived({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div data-theme={theme} className="flex min-w-0 flex-col items-start gap-3 bg-canvas p-4 text-ink">
      <div className="w-full">
        <Card>
          <span className="font-strong">Kilat DC 60</span>
          <span className="block text-small text-ink-soft">As of 14:02</span>
        </Card>
      </div>
      <Chip tone="accent" icon="bolt">
        In service
      </Chip>
      <div className="w-full">
        <ProgressBar value={0.6} label="Growth: 480 of 800" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small">Claim</Button>
        <Button size="small" look="quiet">
          Later
        </Button>
      </div>
      <span className="w-40">
        <Art name="scooter" />
      </span>
    </div>
  )
}
