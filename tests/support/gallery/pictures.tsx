import { Art, drawings } from '#src/ui/art.tsx'
import { FirstInSight } from '#src/ui/below-fold.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { Specimen } from './specimen.tsx'

const icons: readonly IconName[] = [
  'home',
  'mall',
  'news',
  'my',
  'back',
  'bolt',
  'pile',
  'car',
  'gift',
  'coin',
  'trophy',
  'wallet',
  'map-pin',
  'ticket',
  'team',
  'chart',
]

export function Pictures() {
  const scenes = new Set<string>(drawings.scenes)
  return (
    <Screen title="Pictures" width="panes">
      <Specimen of="Icons: tiny, small, normal, large">
        <p className="flex flex-wrap items-center gap-3">
          {icons.map((name) => (
            <Icon key={name} name={name} />
          ))}
          <Icon name="bolt" size="tiny" />
          <Icon name="bolt" size="small" />
          <Icon name="bolt" size="large" label="Charged" />
        </p>
      </Specimen>
      {Object.entries(drawings).map(([family, names]) => (
        <Specimen key={family} of={family}>
          <ul className="grid grid-cols-2 gap-3 wide:grid-cols-4">
            <FirstInSight count={4}>
              {names.map((name) => (
                <li
                  key={name}
                  className="flex min-w-0 flex-col items-center gap-1 rounded-lg bg-surface p-3 text-small"
                >
                  <Art name={name} size={scenes.has(name) ? 'scene' : 'card'} />
                  <span className="flex min-w-0 flex-wrap items-center justify-center gap-2 text-center">
                    <span className="rounded-md bg-sunken p-1">
                      <Art name={name} size="thumb" />
                    </span>
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                  </span>
                </li>
              ))}
            </FirstInSight>
          </ul>
        </Specimen>
      ))}
    </Screen>
  )
}
