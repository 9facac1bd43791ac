import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { deskMessages } from '~/messages/desk'
import { mayDo, type Role } from '~/desk/roles'
import { PostForm } from '~/components/ui/form'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { NoticeBar } from '~/components/ui/notice'
import { usePage } from '~/components/ui/page-context'
import { Spaced } from '~/components/ui/spaced'
import { Submit } from '~/components/ui/submit'
import { DESK_LINKS } from '~/http/desk/links'
import { formatFormName } from '~/http/desk/views/labels'
import { buildOperationPath } from '~/http/desk/views/paths'
import { deskPaths } from '~/http/desk/paths'
import '~/components/ui/page-form.css'
import './search-keys.element'
import './frame.css'

interface DeskFrameProps {
  operator: { name: string; role: Role; hasSlashKey: boolean }
  children: ReactNode
}

export function DeskFrame({ operator, children }: DeskFrameProps) {
  return (
    <>
      <header className="desk-header">
        <Spaced>
          <a href="#main" className="button header-skip">
            Skip to content
          </a>
          <DeskHome />
          <nav aria-label="Desk" className="desk-nav">
            <Spaced>
              {DESK_LINKS.filter(({ role }) => mayDo(operator.role, role)).map(({ path, label }) => (
                <NavLink key={path} to={path} end={path === deskPaths.today} className="desk-link">
                  {label}
                </NavLink>
              ))}
            </Spaced>
          </nav>
          <SearchForm hasSlashKey={operator.hasSlashKey} />
          <p className="desk-person">
            <strong>{operator.name},</strong> <span>{operator.role}</span>
          </p>
          <PostForm
            form="sign-out"
            action={deskPaths.signOut}
            className=""
            whenFailed={deskMessages.signIn.busy}
          >
            <Submit className="button">Sign out</Submit>
          </PostForm>
        </Spaced>
      </header>
      <DeskNotice />
      <main id="main" className="desk-main">
        {children}
      </main>
    </>
  )
}

const SEARCH = 'desk-search'

/** Sent as a form, so that what is searched is in no address. */
const SearchForm = ({ hasSlashKey }: { hasSlashKey: boolean }) => (
  <PostForm
    form="search"
    action={buildOperationPath('search')}
    className="desk-search"
    label="Search"
    whenFailed={deskMessages.signIn.busy}
  >
    <input
      id={SEARCH}
      name={formatFormName('words')}
      aria-label="Member, order, UTR, reference, visit, claim, store, offer, setting or page"
      aria-keyshortcuts={hasSlashKey ? '/ Control+K' : 'Control+K'}
      placeholder="Search: number, name, page"
      autoComplete="off"
      className="input"
    />{' '}
    <Submit className="button">Search</Submit>
    <search-keys field={SEARCH} slash={hasSlashKey ? 'yes' : undefined} hidden />
  </PostForm>
)

export function DeskEntrance({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="desk-header">
        <DeskHome />
      </header>
      <DeskNotice />
      <main id="main" className="page-form">
        {children}
      </main>
    </>
  )
}

const DeskHome = () => (
  <Link to={deskPaths.today} className="header-brand desk-brand">
    <Icon name="brand" />
    DealDwaar Desk
  </Link>
)

function DeskNotice() {
  const { flash } = usePage()
  return <NoticeBar notice={flash?.form?.inPlace || flash?.saved ? undefined : flash?.notice} />
}
