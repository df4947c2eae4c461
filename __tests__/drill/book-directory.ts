/** A third site: another noun, color, layout and site file, with a promo and a sponsor. */
export const BOOK_SITE = {
  NEXT_PUBLIC_SITE_NAME: 'Shelfmark',
  NEXT_PUBLIC_SITE_NOUN: 'book',
  NEXT_PUBLIC_SITE_LAYOUT: 'cards',
  SITE_COLOR: '#b45309',
};

const GENRES = ['Novel', 'Essay', 'Poetry'];

export const bookSiteFile = JSON.stringify({
  fields: [
    {
      ...{ key: 'genre', label: 'Genre', type: 'choice', facet: true, list: true },
      choices: GENRES.map((label) => ({ value: label.toLowerCase(), label })),
    },
    { key: 'chapters', label: 'Chapters', type: 'number', min: 1, max: 200, facet: true },
  ],
  promos: [{ text: 'Read with us in winter', url: '/new' }],
  sponsors: [
    {
      ...{ name: 'Quill Press', text: 'Paper that lasts', url: 'https://quill.example/' },
      ...{ from: '2020-01-01', until: '2999-12-31' },
    },
  ],
});

/** What only this site says. */
export const BOOK_WORDS = /\b(?:Shelfmark|Quill Press|[Gg]enres?|[Cc]hapters)\b/;

export const BOOKS_CSV = [
  'name,url,tagline,tags,genre,chapters',
  ...Array.from({ length: 24 }, (_, index) => {
    const genre = GENRES[index % GENRES.length] ?? '';
    return `Volume ${index + 1},https://book-${index + 1}.example,A ${genre.toLowerCase()} worth its paper,${genre},${genre},${index + 3}`;
  }),
].join('\n');
