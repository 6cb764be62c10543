import { Trans, useLingui } from '@lingui/react/macro'
import type { Base } from '../../ui/look.ts'
import { SliderField } from '../../ui/slider-field.tsx'

/** The choice of any hue and chroma. The app sets the lightness, so that all text stays readable. */
export function OwnColour({ value: { hue, vivid }, onChange }: { value: Base; onChange: (base: Base) => void }) {
  const { t } = useLingui()
  const hues = Array.from({ length: 13 }, (_, step) => `oklch(0.6 ${0.05 + 0.12 * vivid} ${step * 30})`)
  return (
    <div className="flex flex-col gap-3 pt-4">
      <SliderField
        label={t`Hue`}
        min={0}
        max={359}
        value={hue}
        track={hues}
        onChange={(next) => onChange({ hue: next, vivid })}
      />
      <SliderField
        label={t`Vividness`}
        min={0}
        max={100}
        value={Math.round(vivid * 100)}
        track={[`oklch(0.6 0 ${hue})`, `oklch(0.6 0.17 ${hue})`]}
        onChange={(next) => onChange({ hue, vivid: next / 100 })}
      />
      <p className="text-small text-ink-soft">
        <Trans>Every shade is made from this colour and stays readable, light or dark.</Trans>
      </p>
    </div>
  )
}
