import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type CSSProperties } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { Base, Look } from '../../ui/look.ts'
import { bases, type BaseName } from '../../ui/palette.ts'
import { OwnColour } from './own-colour.tsx'
import type { LookChange } from './use-look.ts'

const everyHue = `conic-gradient(in oklch longer hue, oklch(0.55 0.16 0), oklch(0.55 0.16 359))`

/** The choice of the base colour, from which all others are derived: one of the app's, or any other. */
export function BaseColours({ look, onChange }: { look: Look & Base; onChange: (change: LookChange) => void }) {
  const { t } = useLingui()
  const group = useId()
  const names: Record<BaseName, string> = {
    purple: t`Purple`,
    blue: t`Blue`,
    sea: t`Sea`,
    green: t`Green`,
    amber: t`Amber`,
    red: t`Red`,
    pink: t`Pink`,
    graphite: t`Graphite`,
  }
  const isOwn = !Object.hasOwn(bases, look.base)
  const swatch = (label: string, background: string, isChosen: boolean, choose: () => void) => (
    <label
      key={label}
      title={label}
      className="relative grid size-11 cursor-pointer place-items-center rounded-full text-on-accent forced-color-adjust-none forced-colors:has-checked:outline-3 forced-colors:has-checked:outline-offset-3 forced-colors:has-checked:outline-[SelectedItem] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
      style={{ background } satisfies CSSProperties}
    >
      <input
        type="radio"
        name={group}
        aria-label={label}
        checked={isChosen}
        onChange={choose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
      />
      {isChosen && <Icon name="check" size="small" className="pointer-events-none" />}
    </label>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small text-ink-soft">
        <Trans>Base colour</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(bases) as BaseName[]).map((name) =>
          swatch(names[name], shown(bases[name]), name === look.base, () => onChange({ base: name })),
        )}
        {swatch(t`Your own colour`, isOwn ? shown(look) : everyHue, isOwn, () =>
          onChange({ own: { hue: look.hue, vivid: look.vivid } }),
        )}
      </div>
      {isOwn && <OwnColour value={look} onChange={(own) => onChange({ own })} />}
    </fieldset>
  )
}

function shown({ hue, vivid }: Base): string {
  return `oklch(0.5 ${0.2 * vivid} ${hue})`
}
