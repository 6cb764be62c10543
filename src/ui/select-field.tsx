import type { ComponentProps } from 'react'
import { controlClass, Field, inputClass, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'>, FieldTexts {}

/** The platform's own picker: a wheel on iOS, a list elsewhere. Children are `<option>`s. */
export function SelectField({ label, hint, error, labelHidden, id, children, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, id, ...(labelHidden && { labelHidden }) }}>
      {(links) => (
        <div className={`${controlClass(Boolean(error))} relative`}>
          <select {...select} {...links} className={`${inputClass} appearance-none pe-11`}>
            {children}
          </select>
          <Icon name="chevron-down" size="small" className="pointer-events-none absolute end-4 text-ink-soft" />
        </div>
      )}
    </Field>
  )
}
