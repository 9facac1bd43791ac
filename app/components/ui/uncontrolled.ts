/** Props for text that a custom element changes: React then leaves the text alone. */
export const getUncontrolledProps = (text: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
})
