import type { ComponentProps, ReactNode } from 'react'
import { digitsOf, latinDigits } from '../lib/digits.ts'
import { classNames } from './class-names.ts'
import { controlClass, Field, inputClass, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'children'>, FieldTexts {
  /** Something before or after the input: a unit, a button. */
  before?: ReactNode
  after?: ReactNode
  /** `after` is words: below the input where a narrow phone with large text has no room for both. */
  wraps?: boolean
}

/**
 * One line of text. Works with react-hook-form: `<TextField {...register('name')} label=… error={errors.name?.message}
 * />`.
 */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  before,
  after,
  wraps = false,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, id, ...(labelHidden && { labelHidden }) }}>
      {(links) => (
        <div className={classNames(controlClass(Boolean(error)), wraps && 'flex-wrap justify-end')}>
          {before}
          <input type="text" {...input} {...links} className={classNames(inputClass, wraps && 'basis-[6rem]')} />
          {after}
        </div>
      )}
    </Field>
  )
}

export interface DigitsFieldProps extends Omit<TextFieldProps, 'maxLength'> {
  /** How many digits there are at most; everything else is then left out. */
  mostDigits?: number
}

/**
 * One line of digits. Those of another script become 0 to 9 as they are typed, which all our rules are about. There is
 * no `maxLength`: it would cut off the end of a number that is pasted with a space in it.
 */
export function DigitsField({ onChange, mostDigits, ...field }: DigitsFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      {...field}
      onChange={(event) => {
        const { target } = event
        const digits = mostDigits ? digitsOf(target.value).slice(0, mostDigits) : latinDigits(target.value)
        if (digits !== target.value) target.value = digits
        onChange?.(event)
      }}
    />
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'children'>, FieldTexts {}

/** A field of several lines that grows with its text. */
export function TextArea({ label, hint, error, labelHidden, id, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, id, ...(labelHidden && { labelHidden }) }}>
      {(links) => (
        <div className={controlClass(Boolean(error))}>
          <textarea rows={3} {...input} {...links} className={`${inputClass} field-sizing-content py-3`} />
        </div>
      )}
    </Field>
  )
}
