import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { mailMessages } from '~/messages/mail'
import type { LinkedContent } from '../mail-content'

const TEXT: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.5 }
const SMALL: CSSProperties = { margin: '0 0 8px', fontSize: 13, lineHeight: 1.5 }

export const Body = ({ content: { html, paragraphs, hasLinks } }: { content: LinkedContent }) =>
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

interface TableProps {
  className: string
  padding: string
  style: CSSProperties
  children: ReactNode
}

export const MailTable = ({ className, padding, style, children }: TableProps) => (
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

export const MailHomeLink = ({ home }: { home: string }) => (
  <p style={{ margin: '0 0 24px', paddingBottom: 12, borderBottom: '3px solid #eb9b12', fontSize: 20 }}>
    <a href={home} className="brand" style={{ color: '#bf3413', fontWeight: 800, textDecoration: 'none' }}>
      {mailMessages.brand}
    </a>{' '}
    <span className="muted" style={{ display: 'inline-block', color: '#564c5c', fontSize: 13 }}>
      {mailMessages.tagline}
    </span>
  </p>
)

export const Item = ({ item: { title, text, url } }: { item: LinkedContent['list'][number] }) => (
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

export const Button = ({ label, url }: { label: string; url: string }) => (
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

export function MailFooter({ content: { why, unfollow, unsubscribe } }: { content: LinkedContent }) {
  return (
    <div className="muted" style={{ paddingTop: 16, borderTop: '1px solid #e7ddd3', color: '#564c5c' }}>
      <p style={SMALL}>{why}</p>
      <p style={SMALL}>{mailMessages.never}</p>
      {unfollow && <LeaveLink url={unfollow} text={mailMessages.unfollow} />}
      {unsubscribe && <LeaveLink url={unsubscribe} text={mailMessages.unsubscribe} />}
    </div>
  )
}

const LeaveLink = ({ url, text }: { url: string; text: string }) => (
  <p style={SMALL}>
    <a href={url} style={{ color: '#564c5c' }}>
      {text}
    </a>
  </p>
)
