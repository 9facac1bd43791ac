import { useFetchers, useNavigation, useSearchParams } from '@remix-run/react'
import { useMemo, type ReactNode } from 'react'
import type { Notice } from '~/messages/notice'
import { useRoot } from './root-data'
import { useIsPageBehind } from '~/components/ui/link'
import { PageProvider } from '~/components/ui/page-context'
import { Footer } from './footer'
import { Header } from './header'
import { DialogView, readDialogName } from './open-dialog'
import { Panels } from './panels'
import { NoticeBar } from '~/components/ui/notice'

export function DeskPage({ children }: { children: ReactNode }) {
  const { csrf, flash } = useRoot()
  const pageContext = useMemo(() => ({ csrf, owner: null, flash, isPageBehind: false }), [csrf, flash])
  return (
    <PageProvider value={pageContext}>
      <Loading />
      {children}
    </PageProvider>
  )
}

interface PageLayoutProps {
  notice: Notice | undefined
  children: ReactNode
}

export function PageLayout({ notice, children }: PageLayoutProps) {
  const { csrf, owner, flash, dialogFailed } = useRoot()
  const isPageBehind = useIsPageBehind()
  const pageContext = useMemo(
    () => ({ csrf, owner, flash, isPageBehind }),
    [csrf, owner, flash, isPageBehind],
  )
  const dialogName = readDialogName(useSearchParams()[0])
  const dialog = dialogFailed ? null : dialogName
  return (
    <PageProvider value={pageContext}>
      <Loading />
      {/* Without scripts the first Tab is in it. */}
      {dialog && <DialogView key={dialog} name={dialog} />}
      <Header />
      {!dialog && <NoticeBar notice={notice} />}
      {children}
      <Footer />
      <Panels />
    </PageProvider>
  )
}

function Loading() {
  const states = [useNavigation(), ...useFetchers()].map(({ state }) => state)
  return <output className="loading">{states.some((state) => state !== 'idle') && 'Loading...'}</output>
}
