import type { ComponentProps, ReactNode } from 'react'
import { controlClass, Field, inputClass, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'children'>, FieldTexts {
  /** Something before or after the input: a unit, a button. */
  before?: ReactNode
  after?: ReactNode
}

/**
 * One line of text. Works with react-hook-form: `<TextField {...register('name')} label=… error={errors.name?.message}
 * />`.
 */
export function TextField({ label, hint, error, labelHidden, before, after, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, id, ...(labelHidden && { labelHidden }) }}>
      {(links) => (
        <div className={controlClass(Boolean(error))}>
          {before}
          <input type="text" {...input} {...links} className={inputClass} />
          {after}
        </div>
      )}
    </Field>
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
