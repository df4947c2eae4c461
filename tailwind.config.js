/**
 * Refers to a token of styles/tokens.css.
 *
 * @param {string} name without the two dashes
 */
const token = (name) => `var(--${name})`;

/** Large type is set tighter. */
const TIGHT = ['xl', '2xl', '3xl'];

const typeSize = (name) => [
  token(`type-${name}`),
  { lineHeight: token(`leading-${name}`), ...(TIGHT.includes(name) && { letterSpacing: token('tight') }) },
];

/** Returns a theme section in which each token has its own name. */
const section = (names) => Object.fromEntries(names.map((name) => [name, token(name)]));

const COLORS = [
  'ground',
  'surface',
  'raised',
  'line',
  'edge',
  'ink',
  'muted',
  'brand',
  'brand-hover',
  'on-brand',
  'accent',
  'tint',
  'danger',
  'scrim',
  'on-scrim',
];
const TYPE_SIZES = ['sm', 'base', 'md', 'lg', 'xl', '2xl', '3xl'];
const RADII = ['control', 'image', 'card', 'dialog', 'full'];
const TARGETS = ['target-small', 'target-row', 'target', 'target-thumb', 'target-large'];
const MARKS = ['mark-list', 'mark-phone'];
const LAYOUT = ['promo-height', 'header-height', 'phone-bar-height', 'rail', 'rail-gap'];

/** @type {import('tailwindcss').Config} */
const config = {
  darkMode: 'class',
  theme: {
    fontSize: Object.fromEntries(TYPE_SIZES.map((name) => [name, typeSize(name)])),
    borderRadius: { none: '0', ...Object.fromEntries(RADII.map((name) => [name, token(`radius-${name}`)])) },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...section(COLORS),
    },
    extend: {
      fontFamily: {
        sans: ['figtree', 'figtreeLatin', 'figtreeExtended', "'figtree Fallback'", 'system-ui', 'sans-serif'],
      },
      maxWidth: { content: token('content'), prose: '42rem' },
      spacing: section([...TARGETS, ...MARKS, ...LAYOUT]),
      animation: {
        appear: `appear ${token('duration-enter')} ease-out`,
        sheet: `sheet ${token('duration-drop')} ease-out`,
        rise: `rise ${token('duration-enter')} ease-out`,
        drop: `drop ${token('duration-drop')} ease-out`,
      },
    },
  },
};
export default config;
