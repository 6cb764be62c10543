import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { placeOfKey } from './quiz-choices.ts'

interface QuizQuestionProps {
  question: string
  choices: readonly string[]
  chosen: number | null
  onChoose: (place: number) => void
}

/**
 * A question with its choices, as native radio buttons: arrow keys and form semantics come with them. Digits choose
 * too. Its heading takes the focus when it appears; the parent gives every question a key of its own.
 */
export function QuizQuestion({ question, choices, chosen, onChoose }: QuizQuestionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  function chooseByDigit({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    const place = placeOfKey(key, choices.length)
    if (place !== undefined && !ctrlKey && !metaKey && !altKey) onChoose(place)
  }

  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={chooseByDigit}
      className="flex flex-col gap-3 outline-none"
    >
      <h2
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-2 min-h-16 text-title font-strong text-balance wrap-anywhere outline-none"
      >
        {question}
      </h2>
      {choices.map((choice, place) => (
        <label
          key={choice}
          className={classNames(
            'relative flex min-h-15 cursor-pointer items-center gap-4 rounded-lg border-2 bg-surface px-4 py-3 shadow-card transition-colors duration-(--quick)',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
            chosen === place ? 'border-accent bg-accent-soft' : 'border-transparent hover:border-edge',
          )}
        >
          <input
            type="radio"
            name={id}
            checked={chosen === place}
            onChange={() => onChoose(place)}
            className="size-5 shrink-0 outline-none"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{choice}</span>
          <span aria-hidden className="figures text-small text-ink-soft">
            {place + 1}
          </span>
        </label>
      ))}
    </div>
  )
}
