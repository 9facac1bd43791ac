import type { ComponentType } from 'react'
import { joinDialogs } from '~/accounts/join/join-dialogs'
import { ReferDialog } from '~/accounts/profile/refer-dialog'
import { WithdrawDialog } from '~/wallet/withdrawals/withdraw-dialog'

const dialogs: Record<string, ComponentType> = {
  ...joinDialogs,
  refer: ReferDialog,
  withdraw: WithdrawDialog,
}

export function openDialogName(search: URLSearchParams): string | null {
  const name = search.get('dialog') ?? ''
  return Object.hasOwn(dialogs, name) ? name : null
}

export function DialogView({ name }: { name: string }) {
  const View = dialogs[name]
  return View ? <View /> : null
}
