import type { ComponentProps } from 'react'
import { deskMessages } from '~/messages/desk'
import { PostForm } from '~/ui/form'
import './desk.css'

type OperationFormProps = Omit<ComponentProps<typeof PostForm>, 'whenFailed'>

export const OperationForm = ({ className = 'form desk-form', ...props }: OperationFormProps) => (
  <PostForm {...props} className={className} whenFailed={deskMessages.draft.failed} />
)
