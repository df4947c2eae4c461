/** @param {string} name the custom property in styles/globals.css; dark and light each give it a value */
const token = (name) => `var(--${name})`;

/** @type {import('tailwindcss').Config} */
const config = {
  darkMode: 'class',
  theme: {
    // Sizes in rem, so that a reader's own text size counts: 13, 15, 17, 22, 30 and 40 px at the default.
    fontSize: {
      sm: ['0.8125rem', { lineHeight: '1.25rem' }],
      base: ['0.9375rem', { lineHeight: '1.5rem' }],
      lg: ['1.0625rem', { lineHeight: '1.625rem' }],
      xl: ['1.375rem', { lineHeight: '1.75rem', letterSpacing: '-0.02em' }],
      '2xl': ['1.875rem', { lineHeight: '2.25rem', letterSpacing: '-0.02em' }],
      '3xl': ['2.5rem', { lineHeight: '2.75rem', letterSpacing: '-0.02em' }],
    },
    borderRadius: { none: '0', control: '6px', card: '12px', dialog: '20px', full: '9999px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      /** The page itself. */
      ground: token('ground'),
      /** One step above the page: cards, dialogs. */
      surface: token('surface'),
      /** Two steps above: fields, hovered cards, menus. */
      raised: token('raised'),
      /** Hairlines; `edge` where a control needs to be found by its outline. */
      line: token('line'),
      edge: token('edge'),
      ink: token('ink'),
      muted: token('muted'),
      /** The loud colour as a fill, and the text that stands on it. */
      brand: token('brand'),
      'brand-hover': token('brand-hover'),
      'on-brand': token('on-brand'),
      /** The loud colour as text, icon or outline. */
      accent: token('accent'),
      /** The loud colour as a breath behind something that is pressed or chosen. */
      tint: token('tint'),
      danger: token('danger'),
      scrim: token('scrim'),
    },
    extend: {
      fontFamily: { sans: ['figtree', 'figtreeExtended', "'figtree Fallback'", 'system-ui', 'sans-serif'] },
      maxWidth: { content: '70rem', prose: '42rem' },
      boxShadow: { float: token('float') },
      transitionDuration: { DEFAULT: '150ms' },
      transitionTimingFunction: { DEFAULT: 'cubic-bezier(0, 0, 0.2, 1)' },
    },
  },
};
export default config;
