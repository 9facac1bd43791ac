import type { ComponentType } from 'react'
import { joinDialogs } from '~/components/sign-in/join-dialogs'
import { ReferDialog } from '~/components/account/refer-dialog'
import { WithdrawDialog } from './withdraw-dialog'
import type { DialogName } from './open-dialog'

/** A separate chunk, which browsers load with the first dialog (open-dialog.tsx). */
export const dialogs: Record<DialogName, ComponentType> = {
  ...joinDialogs,
  refer: ReferDialog,
  withdraw: WithdrawDialog,
}
