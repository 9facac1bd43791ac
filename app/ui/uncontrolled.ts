/** Props for text that a custom element changes: React then leaves the text alone. */
export const uncontrolled = (text: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
})
