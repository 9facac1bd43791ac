import type { ReactNode } from 'react'
import { addressMessages } from '~/messages/address'
import { HomeLink, PanelPage } from '~/components/ui/panel-page'

export const LinkOver = ({ title, children }: { title: string; children?: ReactNode }) => (
  <PanelPage title={title}>
    <p>{addressMessages.mailLink.over}</p>
    {children}
    <HomeLink />
  </PanelPage>
)
