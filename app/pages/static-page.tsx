import type { ReactNode } from 'react'

export function StaticPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="page page-narrow">
      <article className="panel prose">
        <h1>{title}</h1>
        {children}
      </article>
    </main>
  )
}
