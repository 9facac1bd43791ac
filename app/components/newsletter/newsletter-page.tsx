import type { ReactNode } from 'react'
import { HomeLink, PanelPage } from '~/components/ui/panel-page'

export const NewsletterPage = ({
  title = 'Newsletter',
  children,
}: {
  title?: string
  children: ReactNode
}) => (
  <PanelPage title={title}>
    {children}
    <HomeLink />
  </PanelPage>
)
