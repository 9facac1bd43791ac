import './figure.css'

/** Ends in a space, so that the next text is a separate word. */
export function Figure({ text }: { text: string }) {
  const [head = text, before = text, whole = ''] = /^(\D*)(\d[\d,]*)/.exec(text) ?? []
  return (
    <>
      {before}
      {whole && <b>{whole}</b>}
      {`${text.slice(head.length)} `}
    </>
  )
}
