// Scripts that several pages share. What every page needs is one file, and what lists of offers do; by itself Rollup makes 40 of it.

/** Names of chunks, and their files in app/. @type {Record<string, readonly string[]>} */
export const CHUNKS = {
  frame: ['root.tsx', 'ui/field.tsx', 'ui/uncontrolled.ts'],
  cards: [
    'catalog/cards/badges.tsx',
    'catalog/cards/card-props.ts',
    'catalog/cards/door.tsx',
    'catalog/cards/empty.tsx',
    'catalog/cards/photo.tsx',
    'catalog/cards/store-figures.tsx',
    'ui/section.tsx',
  ],
  grids: ['catalog/cards/cards.tsx', 'catalog/cards/store-card.tsx'],
  parts: ['outreach/newsletter-form.tsx', 'pages/steps.tsx', 'ui/carousel.tsx'],
  lists: [
    'catalog/lists/sort-form.tsx',
    'catalog/lists/sort-form.css',
    'ui/pagination.tsx',
    'ui/pagination.css',
  ],
}

/** @param {string} id of a module of Vite's, with a query where Remix asks for a part of a route @returns {string | undefined} */
export function findChunk(id) {
  const file = /\/app\/([^?]*)/.exec(id)?.[1]
  return Object.keys(CHUNKS).find((name) => file !== undefined && CHUNKS[name]?.includes(file))
}
