import type { ReactNode } from 'react'
import { addressMessages } from '~/messages/address'
import { Link } from '~/ui/link'
import '~/ui/page-form.css'

export const LinkPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main id="main" className="page-form">
    <div className="panel stack">
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)

export const LinkOver = ({ title, children }: { title: string; children?: ReactNode }) => (
  <LinkPage title={title}>
    <p>{addressMessages.mailLink.over}</p>
    {children}
    <HomeLink />
  </LinkPage>
)

export const HomeLink = () => (
  <p>
    <Link to="/" className="button">
      Go to the home page
    </Link>
  </p>
)
