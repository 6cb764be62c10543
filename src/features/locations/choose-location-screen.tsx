import { useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { Screen } from '../../ui/screen.tsx'
import { LocationMap } from './location-map.tsx'
import { MachineList } from './machine-list.tsx'
import { NearLine } from './near-line.tsx'
import { PickBar } from './pick-bar.tsx'
import { PlaceFilters } from './place-filters.tsx'
import { PlaceRows } from './place-rows.tsx'
import { chooseLocationSearch, type ChooseLocationSearch } from './search.ts'
import { usePlaces } from './use-places.ts'

export const Route = createFileRoute('/choose-location')({
  validateSearch: chooseLocationSearch,
  component: ChooseLocationScreen,
})

const route = getRouteApi('/choose-location')

/**
 * A map with the machines on offer and a list of the same beside it: near the reader, a city or an address. Asked by
 * another screen, it returns the spot under the pin in the middle.
 */
function ChooseLocationScreen() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(search.text ?? '')
  const text = useDeferredValue(typed)
  const set = (change: Partial<ChooseLocationSearch>) =>
    void navigate({ search: { ...search, text: typed || undefined, ...change }, replace: true, resetScroll: false })
  const places = usePlaces(search, text)
  const asker = search.for
  // A machine that the address names is shown; one that is chosen now takes the focus too.
  const [isChosen, setChosen] = useState(false)
  const select = (selected: string) => {
    setChosen(true)
    set({ selected })
  }
  const look = (near: string) => {
    setTyped('')
    set({ near, text: undefined, selected: undefined })
  }
  return (
    <Screen
      width="panes"
      {...(asker === undefined && { title: t`Map` })}
      bottom={asker && <PickBar asker={asker} spot={places.spot} />}
    >
      <div className="flex flex-col gap-4 wide:grid wide:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] wide:grid-rows-[auto_1fr] wide:items-start wide:gap-x-6">
        <div className="flex min-w-0 flex-col gap-4">
          <PlaceFilters
            text={typed}
            kind={search.kind}
            onText={setTyped}
            onSettled={() => set({})}
            onKind={(kind) => set({ kind })}
          />
          <PlaceRows places={places.found} onChoose={look} />
          <NearLine
            near={places.near}
            radius={places.radius}
            onHere={() => set({ near: 'here', selected: undefined })}
            onRadius={(radius) => set({ radius })}
            onEverywhere={() => set({ near: undefined })}
          />
        </div>
        <div className="min-w-0 wide:sticky wide:top-[calc(4rem+var(--shell-top,0px))] wide:col-start-2 wide:row-span-2 wide:row-start-1">
          <LocationMap places={places} isPicking={asker !== undefined} takesFocus={isChosen} onSelect={select} />
        </div>
        <div className="min-w-0">
          <MachineList
            places={places}
            onSelect={select}
            onRadius={(radius) => set({ radius })}
            onReset={() => {
              setTyped('')
              set({ text: undefined, kind: undefined, near: undefined })
            }}
          />
        </div>
      </div>
    </Screen>
  )
}
