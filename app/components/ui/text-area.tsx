import type { TextareaHTMLAttributes } from 'react'
import { FieldFrame, useControl } from './field'

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  name: string
  label: string
  hint?: string
}

export function TextArea({ name, label, hint, defaultValue, ...textarea }: TextAreaProps) {
  const { error, control } = useControl({ name, defaultValue, hint })
  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <textarea {...textarea} {...control} />
    </FieldFrame>
  )
}
