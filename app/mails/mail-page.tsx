/** Uses tables and style attributes, because few mail programs support sheets. The colours are of app/tailwind.css. */
import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { LinkedContent } from './mail-content'
import { Body, MailHomeLink, Button, MailFooter, Item, MailTable } from './mail-page/mail-parts'

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

const HIDDEN: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden' }

/** The HTML part of a mail. */
export const renderPage = (content: LinkedContent): string =>
  `<!doctype html>${renderToStaticMarkup(<MailPage content={content} />)}`

function MailPage({ content }: { content: LinkedContent }) {
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
        <MailTable className="ground" padding="24px 12px" style={{ background: '#fbf8f4' }}>
          <MailTable className="card" padding="24px" style={CARD}>
            <div className="ink" style={{ textAlign: 'left', fontFamily: FONT, color: '#211a26' }}>
              <MailHomeLink home={content.home} />
              <h1 style={{ margin: '0 0 16px', fontSize: 24, lineHeight: 1.2 }}>{subject}</h1>
              <Body content={content} />
              {list.map((item, i) => (
                <Item key={i} item={item} />
              ))}
              {button && <Button {...button} />}
              <MailFooter content={content} />
            </div>
          </MailTable>
        </MailTable>
      </body>
    </html>
  )
}

const CARD: CSSProperties = {
  maxWidth: 600,
  background: '#ffffff',
  border: '1px solid #e7ddd3',
  borderRadius: 12,
}
