import { useState } from 'react'
import { AreaChart } from '#src/ui/area-chart.tsx'
import { Button } from '#src/ui/button.tsx'
import { CalendarMonth } from '#src/ui/calendar-month.tsx'
import { Card } from '#src/ui/card.tsx'
import { Donut } from '#src/ui/donut.tsx'
import { ProgressRing } from '#src/ui/progress-ring.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { Sparkline } from '#src/ui/sparkline.tsx'
import { Shelf, Specimen } from './specimen.tsx'

const values = Array.from({ length: 30 }, (_, day) => 50 + ((day * 37) % 41))
const slices = ['Scooters', 'Vans', 'DC chargers', 'Cars', 'Others'].map((label, place) => ({
  key: label,
  label,
  value: 50 - place * 10,
  text: `$${50 - place * 10}.00`,
}))
const marks = new Map([
  ['2026-11-18', { look: 'solid', label: 'checked in' } as const],
  ['2026-11-19', { look: 'solid', label: 'checked in' } as const],
  ['2026-11-20', { look: 'dashed', label: 'waits to be sent' } as const],
])
const points = values.map((value, day) => ({ label: `${day + 1} Nov`, value, text: `$${value}` }))

export function Charts() {
  return (
    <Screen title="Charts" width="panes">
      <Shelf>
        <Specimen of="Progress ring: some, none, all, small">
          <div className="flex flex-wrap items-center gap-4">
            <ProgressRing value={0.3} label="Term: 54 of 180 days">
              <span className="text-title font-strong">54</span>
            </ProgressRing>
            <ProgressRing value={0} label="Term: 0 of 180 days" size="small">
              0
            </ProgressRing>
            <ProgressRing value={1} label="Term: 180 of 180 days" size="small">
              180
            </ProgressRing>
          </div>
        </Specimen>
        <Specimen of="Sparkline: some, nothing, not from the beginning, one day">
          <Sparkline values={values} label="Last 30 days" />
          <Sparkline values={values.map(() => 0)} label="Last 30 days: nothing" />
          <Sparkline values={values.map((it, day) => (day < 10 ? null : it))} label="Last 30 days, from the eleventh" />
          <Sparkline values={[5]} label="One day" />
        </Specimen>
        <Specimen of="Donut">
          <Card>
            <Donut slices={slices}>
              <span className="font-strong">$150</span>
            </Donut>
          </Card>
        </Specimen>
        <Specimen of="Donut: one, none">
          <Card>
            <Donut slices={slices.slice(0, 1)}>$50</Donut>
          </Card>
          <Card>
            <Donut slices={[]}>$0</Donut>
          </Card>
        </Specimen>
        <Specimen of="Area chart">
          <Card>
            <AreaChart caption="Income in November" points={points} />
          </Card>
        </Specimen>
        <Specimen of="Area chart: from the eleventh day on">
          <Card>
            <AreaChart
              caption="Income since the eleventh"
              points={points.map((it, day) => (day < 10 ? { ...it, value: null, text: 'not yours yet' } : it))}
            />
          </Card>
        </Specimen>
        <Specimen of="Area chart: a year">
          <Card>
            <Year />
          </Card>
        </Specimen>
        <Specimen of="Area chart: nothing yet">
          <Card>
            <AreaChart caption="Income in December" points={[]} />
          </Card>
        </Specimen>
        <Specimen of="Calendar">
          <Card>
            <CalendarMonth month="2026-11" today="2026-11-20" marks={marks} />
          </Card>
        </Specimen>
      </Shelf>
    </Screen>
  )
}

/** A page whose state changes renders its chart again, from an array made anew. */
function Year() {
  const [renders, setRenders] = useState(1)
  return (
    <>
      <AreaChart
        caption="Income in a year"
        points={Array.from({ length: 366 }, (_, n) => ({
          label: `Day ${n + 1}`,
          value: (n * 37) % 211,
          text: `${n}`,
        }))}
      />
      <Button look="quiet" size="small" onClick={() => setRenders(renders + 1)}>
        Rendered {renders}
      </Button>
    </>
  )
}
