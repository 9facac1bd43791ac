/** For text that a custom element changes: React leaves it alone. */
export const uncontrolled = (text: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
})
