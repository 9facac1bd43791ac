/** Dialog name -> component: `?dialog=name` on any page. */
import type { ComponentType } from 'react'
import { joinDialogs } from './accounts/join-dialogs'
import { ReferDialog } from './accounts/refer-dialog'
import { WithdrawDialog } from './wallet/withdraw-dialog'

const dialogs: Record<string, ComponentType> = {
  ...joinDialogs,
  refer: ReferDialog,
  withdraw: WithdrawDialog,
}

/** The dialog that a URL names; null when there is none of that name. */
export function openDialogName(search: URLSearchParams): string | null {
  const name = search.get('dialog') ?? ''
  return Object.hasOwn(dialogs, name) ? name : null
}

/** Give it `key={name}`, so that focus moves from view to view. */
export function DialogView({ name }: { name: string }) {
  const View = dialogs[name]
  return View ? <View /> : null
}
