import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { moveFocus, stepOf } from './arrow-keys.ts'
import { indexOf, placeFinder, type Place } from './region-index.ts'

interface RegionListProps {
  places: readonly Place[]
  /** The places of the member's own addresses. */
  recent: readonly Place[]
  /** Id of the chosen place, or empty. */
  chosen: string
  onChoose: (place: Place) => void
  searchRef: Ref<HTMLInputElement>
}

/**
 * A country's places: a search field, the initials, the places of the member's own addresses, then all places by
 * initial. The down arrow leads from the search field into the list. Up and down move through the list, left and right
 * through the initials.
 */
export function RegionList({ places, recent, chosen, onChoose, searchRef }: RegionListProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const find = useMemo(() => placeFinder(i18n.locale), [i18n.locale])
  const index = useMemo(() => indexOf(places, i18n.locale), [places, i18n.locale])
  const found = find(places, wanted)
  const step = (event: KeyboardEvent) => moveFocus(event, list.current, '[data-place]', stepOf(event, 'vertical'))
  const rows = (its: readonly Place[]) => (
    <ul>
      {its.map((it) => (
        <li key={it.id}>
          <PlaceRow place={it} isChosen={it.id === chosen} onChoose={() => onChoose(it)} />
        </li>
      ))}
    </ul>
  )
  return (
    <div ref={list} role="presentation" onKeyDown={step}>
      <div className="layer-sticky sticky top-0 -mx-1 flex flex-col gap-2 bg-raised px-1 pt-1 pb-2">
        <TextField
          ref={searchRef}
          type="search"
          label={t`Search places`}
          labelHidden
          placeholder={t`Search places`}
          value={typed}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
          before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
        />
        {wanted === '' && <Letters list={() => list.current} letters={index.map((it) => it.initial)} />}
      </div>
      {wanted === '' ? (
        <>
          {recent.length > 0 && <Group title={<Trans>Recent</Trans>}>{rows(recent)}</Group>}
          {index.map(({ initial, places: its }) => (
            <Group key={initial} title={initial} initial={initial}>
              {rows(its)}
            </Group>
          ))}
        </>
      ) : found.length > 0 ? (
        <>
          <p role="status" className="py-1 text-small text-ink-soft">
            <Plural value={found.length} one="# place" other="# places" />
          </p>
          {rows(found)}
        </>
      ) : (
        <NothingFound wanted={wanted} />
      )}
    </div>
  )
}

function Group({ title, initial, children }: { title: ReactNode; initial?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} data-initial={initial} className="scroll-mt-32">
      <h3 id={id} className="pt-3 pb-1 text-small font-strong text-ink-soft">
        {title}
      </h3>
      {children}
    </section>
  )
}

function PlaceRow({ place, isChosen, onChoose }: { place: Place; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      data-place
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className="flex min-h-12 w-full scroll-mt-32 items-center gap-3 rounded-md px-3 py-2 text-start hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        {place.name} <span className="text-small text-ink-soft">{place.part !== place.name && place.part}</span>
      </span>
      {isChosen && <Icon name="check" size="small" className="text-accent-ink" />}
    </button>
  )
}

/** The initials are one tab stop: the arrow keys move between them. Pressing one focuses the first place under it. */
function Letters({ letters, list }: { letters: readonly string[]; list: () => HTMLElement | null }) {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const lead = (letter: string) => {
    const group = list()?.querySelector<HTMLElement>(`[data-initial="${CSS.escape(letter)}"]`)
    group?.scrollIntoView({ block: 'start' })
    group?.querySelector<HTMLElement>('[data-place]')?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={strip}
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Initial letter`}
      onKeyDown={(event) => moveFocus(event, strip.current, 'button', stepOf(event, 'horizontal'))}
      className="-mx-5 flex overflow-x-auto px-4"
    >
      {letters.map((letter, at) => (
        <button
          key={letter}
          type="button"
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => lead(letter)}
          className="grid size-11 shrink-0 place-items-center rounded-full font-strong text-accent-ink hover:bg-sunken"
        >
          {letter}
        </button>
      ))}
    </div>
  )
}
