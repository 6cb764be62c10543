import type { KeyboardEvent } from 'react'

type Control = Partial<Pick<HTMLInputElement, 'type' | 'disabled' | 'readOnly'>> & HTMLElement

/**
 * Moves the focus to the form's next field where a field's key says "next": by itself the key of an iPhone's keyboard
 * submits. The key of the last field submits, and so does Enter where the main pointer is a mouse: that key says
 * nothing else.
 */
export function toNextField(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  const field = event.target as Partial<HTMLInputElement>
  if (field.enterKeyHint !== 'next' || !matchMedia('(pointer: coarse)').matches) return
  const controls = Array.from((field.form?.elements ?? []) as Iterable<Control>)
  const next = controls.slice(controls.indexOf(field as Control) + 1).find(isField)
  if (!next) return
  event.preventDefault()
  next.focus()
}

const others = new Set(['submit', 'reset', 'checkbox', 'radio', 'range', 'file', 'hidden', 'fieldset', 'output'])

/** What takes text or opens a choice; the buttons inside a field do neither. */
function isField(control: Control): boolean {
  const { type = '', disabled = false, readOnly = false } = control
  if (type === 'button') return control.getAttribute('aria-haspopup') !== null
  return !disabled && !readOnly && !others.has(type)
}
