import type { ReactNode } from 'react'
import { Link } from './link'
import './page-form.css'

export const PanelPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" className="page-form">
    <div className="panel stack">
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)

export const HomeLink = () => (
  <p>
    <Link to="/" className="button">
      Go to the home page
    </Link>
  </p>
)
