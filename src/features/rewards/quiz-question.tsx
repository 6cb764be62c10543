import { useId, type RefObject } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface QuizQuestionProps {
  /** Takes the focus when the question appears. */
  heading: RefObject<HTMLHeadingElement | null>
  question: string
  choices: readonly string[]
  chosen: number | null
  onChoose: (place: number) => void
}

/** A question with its choices, as native radio buttons: arrow keys and form semantics come with them. */
export function QuizQuestion({ heading, question, choices, chosen, onChoose }: QuizQuestionProps) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-col gap-3">
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
