// Scripts that several pages share. What every page needs is one file, and what lists of offers do; by itself Rollup makes 40 of it.

/** Names of chunks, and their files in app/. @type {Record<string, readonly string[]>} */
export const CHUNKS = {
  frame: ['root.tsx', 'components/ui/field.tsx', 'components/ui/uncontrolled.ts'],
  cards: [
    'components/cards/badges.tsx',
    'components/cards/coupon-card.tsx',
    'domain/catalog/cards.ts',
    'components/cards/framed-logo.tsx',
    'components/cards/empty.tsx',
    'components/cards/photo.tsx',
    'components/cards/store-figures.tsx',
  ],
  grids: ['components/cards/cards.tsx', 'components/cards/store-card.tsx'],
  section: ['components/ui/section.tsx', 'components/ui/section.css'],
  parts: [
    'components/newsletter/newsletter-form.tsx',
    'components/layout/steps.tsx',
    'components/ui/carousel.tsx',
    'components/account/money-sums.tsx',
  ],
  lists: [
    'components/lists/sort-form.tsx',
    'components/lists/sort-form.css',
    'components/ui/pagination.tsx',
    'components/ui/pagination.css',
  ],
}

/** @param {string} id of a module of Vite's, with a query where Remix asks for a part of a route @returns {string | undefined} */
export function findChunk(id) {
  const file = /\/app\/([^?]*)/.exec(id)?.[1]
  return Object.keys(CHUNKS).find((name) => file !== undefined && CHUNKS[name]?.includes(file))
}
