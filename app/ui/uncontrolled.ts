/** Props of an element whose text a custom element (*.element.ts) changes: React leaves it alone when it starts. */
export const uncontrolled = (text: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
})
