/** Dialog name -> component: `?dialog=name` on any page. */
import { useSearchParams } from '@remix-run/react'
import type { ComponentType } from 'react'

const dialogs: Record<string, ComponentType> = {}

export function Dialogs() {
  const name = useSearchParams()[0].get('dialog') ?? ''
  const View = Object.hasOwn(dialogs, name) ? dialogs[name] : undefined
  return View ? <View key={name} /> : null
}
