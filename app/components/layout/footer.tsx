import { Link } from '~/components/ui/link'
import { paths } from '~/paths'
import { useRoot } from './root-data'
import { Icon } from '~/components/ui/icon'
import './footer.css'

const HELP = [
  [paths.howItWorks, 'Share and Earn'],
  [paths.contactUs, 'Contact Us'],
  [paths.aboutUs, 'About Us'],
  [paths.signUpPage, 'Register'],
] as const
const GUIDELINES = [
  [paths.termsConditions, 'Terms & Conditions'],
  [paths.privacyPolicy, 'Privacy Policy'],
  [paths.contactUs, 'Disclaimer'],
] as const

const COMMISSION =
  'DealDwaar earns a commission from stores when you buy through its links, and shares it with you as cashback. '

export function Footer() {
  const { social, corporate } = useRoot().site
  return <FooterTexts social={social} corporate={corporate} />
}

type Site = ReturnType<typeof useRoot>['site']

function FooterTexts({ social, corporate }: Pick<Site, 'social' | 'corporate'>) {
  return (
    <footer className="footer">
      <div className="page-width footer-grid">
        <div>
          <Link to="/" className="header-brand">
            <Icon name="brand" /> DealDwaar
          </Link>
          <p>Your Gateway to Great Deals</p>
        </div>
        <Column title="Help and Support" links={HELP} />
        <Column title="Our Guidelines" links={GUIDELINES} />
        {social.length > 0 && (
          <section>
            <h2>Follow Us</h2>
            <ul>
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href}>{name}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <p className="page-width footer-end">
        {COMMISSION}
        <a href={corporate} className="link link-alone">
          Corporate site
        </a>
      </p>
    </footer>
  )
}

function Column({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {links.map(([to, label]) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
