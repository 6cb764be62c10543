import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'

export interface ChoiceProps<T extends string> {
  /** Names the group for screen readers. */
  label: string
  options: readonly { value: T; text: ReactNode }[]
  value: T
  onChange: (value: T) => void
  /** The id of the text that says what is wrong with the choice, where something is. */
  errorId?: string | undefined
}

/** Two to four views of the same data, side by side. */
export function Segments<T extends string>(props: ChoiceProps<T>) {
  return (
    <Radios
      {...props}
      groupClass="flex flex-wrap gap-1 rounded-md bg-sunken p-1"
      optionClass={(chosen) =>
        classNames(
          'flex-1 rounded-sm px-1 py-2 text-center transition-colors duration-(--quick)',
          chosen
            ? `bg-surface font-strong text-ink shadow-card dark:bg-line ${chosenInForcedColors}`
            : 'text-ink-soft hover:text-ink',
        )
      }
    />
  )
}

/** Filters in one line that scrolls sideways under the thumb; on a wide screen in as many lines as they need. */
export function FilterBar<T extends string>(props: ChoiceProps<T>) {
  return (
    <Radios
      {...props}
      groupRef={useShownChoice(props)}
      groupClass="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] wide:mx-0 wide:flex-wrap wide:px-0"
      optionClass={(chosen) =>
        classNames(
          'shrink-0 rounded-full border px-4 py-2 whitespace-nowrap transition-colors duration-(--quick)',
          chosen
            ? `border-accent bg-accent font-strong text-on-accent ${chosenInForcedColors}`
            : 'border-line bg-surface text-ink hover:border-edge',
        )
      }
    />
  )
}

/** Views that show a figure each, as tiles in one line that scrolls sideways. */
export function Tiles<T extends string>(props: ChoiceProps<T>) {
  return (
    <Radios
      {...props}
      groupRef={useShownChoice(props)}
      groupClass="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] wide:mx-0 wide:flex-wrap wide:px-0"
      optionClass={(chosen) =>
        classNames(
          'min-w-[4rem] shrink-0 rounded-md border px-4 py-2 whitespace-nowrap transition-colors duration-(--quick)',
          chosen
            ? `border-accent-ink bg-accent-soft ${chosenInForcedColors}`
            : 'border-line bg-surface text-ink hover:border-edge',
        )
      }
    />
  )
}

/** An option that was chosen earlier, by a link or before the list of options was complete may be out of sight. */
function useShownChoice<T extends string>({ value, options }: ChoiceProps<T>): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const group = bar.current
    if (!group) return
    const show = () => {
      const chosen = group.querySelector(':checked')?.closest('label')
      if (chosen) group.scrollLeft = chosen.offsetLeft - (group.clientWidth - chosen.offsetWidth) / 2
    }
    show()
    // Options grow later: by larger text, or by a font that arrives.
    const resizing = new ResizeObserver(show)
    for (const option of group.children) resizing.observe(option)
    return () => resizing.disconnect()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is checked in the document follows from both
  }, [value, options.length])
  return bar
}

// In forced-colors mode the background colour is removed, and it alone would mark the chosen option.
const chosenInForcedColors =
  'forced-colors:bg-[SelectedItem] forced-colors:text-[SelectedItemText] forced-colors:forced-color-adjust-none'

interface RadiosProps<T extends string> extends ChoiceProps<T> {
  groupClass: string
  optionClass: (chosen: boolean) => string
  groupRef?: RefObject<HTMLDivElement | null>
}

/** Native radio buttons: arrow keys, form semantics and high-contrast modes come with them. */
function Radios<T extends string>({
  label,
  options,
  value,
  onChange,
  groupClass,
  groupRef,
  optionClass,
  errorId,
}: RadiosProps<T>) {
  const name = useId()
  return (
    <div
      ref={groupRef ?? null}
      role="radiogroup"
      aria-label={label}
      aria-describedby={errorId}
      aria-invalid={errorId === undefined ? undefined : true}
      className={groupClass}
    >
      {options.map((it) => (
        <label
          key={it.value}
          className={`relative grid min-h-11 cursor-pointer place-items-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink ${optionClass(it.value === value)}`}
        >
          <input
            type="radio"
            name={name}
            checked={it.value === value}
            onChange={() => onChange(it.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          <span className="pointer-events-none">{it.text}</span>
        </label>
      ))}
    </div>
  )
}
