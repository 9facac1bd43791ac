import type { ReactNode } from 'react'
import { Art } from '~/components/ui/art'
import '~/components/ui/banner.css'
import '~/components/ui/prose.css'

interface StaticPageProps {
  title: string
  look?: string
  children: ReactNode
}

export function StaticPage({ title, look = '', children }: StaticPageProps) {
  return (
    <main id="main" className="page page-narrow stack">
      <header className={`banner ${look}`.trim()}>
        <Art />
        <h1>{title}</h1>
      </header>
      <article className="panel">
        <div className="prose">{children}</div>
      </article>
    </main>
  )
}
