import { useState } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FilterBar, Segments } from '#src/ui/choice.tsx'
import { DayFields } from '#src/ui/day-fields.tsx'
import { DateRanges, type DateRangeName } from '#src/ui/date-ranges.tsx'
import { ListSearch } from '#src/ui/list-search.tsx'
import { QuantityStepper } from '#src/ui/quantity-stepper.tsx'
import { RadioRows } from '#src/ui/radio-rows.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SliderField } from '#src/ui/slider-field.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { Shelf, Specimen } from './specimen.tsx'

type Range = 'week' | 'month' | 'all'
const ranges = [
  { value: 'week', text: 'Week' },
  { value: 'month', text: 'Month' },
  { value: 'all', text: 'All' },
] as const
const hues = Array.from({ length: 13 }, (_, step) => `oklch(0.6 0.15 ${step * 30})`)
const link = (
  <a href="#terms" className="font-strong text-accent-ink underline">
    terms
  </a>
)

export function Choices() {
  const [range, setRange] = useState<Range>('week')
  const [days, setDays] = useState<DateRangeName | undefined>('last 7 days')
  const [span, setSpan] = useState({ from: '2026-11-09', to: '2026-11-20' })
  const [units, setUnits] = useState(1)
  const [hue, setHue] = useState(296)
  const [wanted, setWanted] = useState('')
  const [card, setCard] = useState('one')
  return (
    <Screen title="Choices" width="panes">
      <output className="wrap-anywhere">{JSON.stringify({ range, days, units, hue })}</output>
      <Shelf>
        <Specimen of="Checkbox and agreement">
          <Checkbox>I agree to the {link}</Checkbox>
          <Checkbox defaultChecked>I have read the {link}</Checkbox>
        </Specimen>
        <Specimen of="Checkbox: missing">
          <Checkbox error="Please agree first.">I agree to the {link}</Checkbox>
        </Specimen>
        <Specimen of="Checkbox: disabled">
          <Checkbox disabled>Not offered in your country</Checkbox>
        </Specimen>
        <Specimen of="Switch: off, on, disabled">
          <Switch hint="When income was settled">Push messages</Switch>
          <Switch defaultChecked>Vibrate</Switch>
          <Switch disabled>Not in this browser</Switch>
        </Specimen>
        <Specimen of="Segments">
          <Segments label="Range" options={ranges} value={range} onChange={setRange} />
        </Specimen>
        <Specimen of="Filter bar">
          <FilterBar label="Filter" options={ranges} value={range} onChange={setRange} />
        </Specimen>
        <Specimen of="Date ranges">
          <DateRanges hasDays value={days} onChange={setDays} />
          <DayFields days={span} today="2026-11-20" onChange={setSpan} />
        </Specimen>
        <Specimen of="One of several rows">
          <RadioRows
            label="Card"
            value={card}
            onChange={setCard}
            rows={[
              { value: 'one', title: 'First Bank', detail: '•••• 1234', end: 'Visa' },
              { value: 'two', title: 'Another Bank', detail: '•••• 9876' },
              { value: 'three', title: 'Old Bank', detail: 'Switched off', disabled: true },
            ]}
          />
        </Specimen>
        <Specimen of="Stepper">
          <QuantityStepper label="Units" value={units} onChange={setUnits} max={3} />
        </Specimen>
        <Specimen of="Slider">
          <SliderField label="Hue" min={0} max={359} value={hue} onChange={setHue} track={hues} />
        </Specimen>
        <Specimen of="Search through a list">
          <ListSearch label="Search messages" value={wanted} onChange={setWanted} of={40} />
        </Specimen>
      </Shelf>
    </Screen>
  )
}
