/** Uses tables and style attributes, because few mail programs support sheets. The colours are of app/tailwind.css. */
import { type CSSProperties, Fragment } from 'react'
import { mailMessages } from '~/messages/mail'
import type { LinkedContent } from './mail-content'

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif'

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { overflow-wrap: anywhere; }
.ink a { color: #bf3413; }
@media screen and (prefers-color-scheme: dark) {
  .ground { background: #131018 !important; }
  .card { background: #1d1924 !important; border-color: #393142 !important; }
  .ink, .ink a { color: #f6f1ec !important; }
  .muted, .muted a { color: #bfb5c4 !important; border-color: #393142 !important; }
  .ink .brand { color: #ff9a70 !important; }
  .action { background: #ff9a70 !important; }
  .action a { color: #2a0d00 !important; }
}
@media print {
  .ground, .card { background: #ffffff !important; border-color: #211a26 !important; }
  .ink, .ink a, .muted, .muted a, .brand { color: #000000 !important; }
  .action { background: #ffffff !important; border: 1px solid #000000 !important; }
  .action a { color: #000000 !important; }
  .action a::after { content: ' (' attr(href) ')'; font-weight: 400; }
}`

const TEXT: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.5 }
const SMALL: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: 1.5 }
const HIDDEN: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden' }

export function MailPage({ content }: { content: LinkedContent }) {
  const { subject, preheader, button, list } = content
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: SHEET }} />
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, background: '#fbf8f4' }}>
        <div style={HIDDEN}>{preheader}</div>
        <Table className="ground" padding="24px 12px" style={{ background: '#fbf8f4' }}>
          <Table className="card" padding="24px" style={CARD}>
            <div className="ink" style={{ textAlign: 'left', fontFamily: FONT, color: '#211a26' }}>
              <Brand home={content.home} />
              <h1 style={{ margin: '0 0 16px', fontSize: 24, lineHeight: 1.2 }}>{subject}</h1>
              <Body content={content} />
              {list.map((item, i) => (
                <Item key={i} item={item} />
              ))}
              {button && <Button {...button} />}
              <Footer content={content} />
            </div>
          </Table>
        </Table>
      </body>
    </html>
  )
}

const Body = ({ content: { html, paragraphs, hasLinks } }: { content: LinkedContent }) =>
  html === undefined ? (
    paragraphs.map((text, i) => (
      <p key={i} style={TEXT}>
        {text.split('\n').map((line, row) => (
          <Fragment key={row}>
            {row > 0 && <br />}
            {hasLinks ? <Linked text={line} /> : line}
          </Fragment>
        ))}
      </p>
    ))
  ) : (
    <div style={TEXT} dangerouslySetInnerHTML={{ __html: html }} />
  )

/** The punctuation after an address belongs to the sentence. */
const ADDRESS = /(https:\/\/[^\s<>"]*[^\s<>".,:;!?'’”)\]])/

const Linked = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, i) =>
    i % 2 ? (
      <a key={i} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )

const CARD: CSSProperties = {
  maxWidth: 600,
  background: '#ffffff',
  border: '1px solid #e7ddd3',
  borderRadius: 12,
}

interface TableProps {
  className: string
  padding: string
  style: CSSProperties
  children: React.ReactNode
}

const Table = ({ className, padding, style, children }: TableProps) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className={className} style={style}>
    <tbody>
      <tr>
        <td align="center" style={{ padding }}>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
)

const Brand = ({ home }: { home: string }) => (
  <p style={{ margin: '0 0 24px', paddingBottom: 12, borderBottom: '3px solid #eb9b12', fontSize: 20 }}>
    <a href={home} className="brand" style={{ color: '#bf3413', fontWeight: 800, textDecoration: 'none' }}>
      {mailMessages.brand}
    </a>{' '}
    <span className="muted" style={{ display: 'inline-block', color: '#564c5c', fontSize: 13 }}>
      {mailMessages.tagline}
    </span>
  </p>
)

const Item = ({ item: { title, text, url } }: { item: LinkedContent['list'][number] }) => (
  <p style={TEXT}>
    <strong>{url ? <a href={url}>{title}</a> : title}</strong>
    {text && (
      <>
        <br />
        {text}
      </>
    )}
  </p>
)

const Button = ({ label, url }: { label: string; url: string }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
    <tbody>
      <tr>
        <td className="action" style={{ background: '#bf3413', borderRadius: 8 }}>
          <a href={url} style={BUTTON}>
            {label}
          </a>
        </td>
      </tr>
    </tbody>
  </table>
)

const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '12px 20px',
  color: '#ffffff',
  fontSize: 16,
  fontWeight: 700,
  textDecoration: 'none',
}

function Footer({ content: { why, unsubscribe } }: { content: LinkedContent }) {
  return (
    <div className="muted" style={{ paddingTop: 16, borderTop: '1px solid #e7ddd3', color: '#564c5c' }}>
      <p style={SMALL}>{why}</p>
      <p style={SMALL}>{mailMessages.never}</p>
      {unsubscribe && (
        <p style={SMALL}>
          <a href={unsubscribe} style={{ color: '#564c5c' }}>
            {mailMessages.unsubscribe}
          </a>
        </p>
      )}
    </div>
  )
}
