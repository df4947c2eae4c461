/**
 * Refers to a token of styles/tokens.css.
 *
 * @param {string} name without the two dashes
 */
const token = (name) => `var(--${name})`;

const typeSize = (name, lineHeight, spacing = {}) => [token(`type-${name}`), { lineHeight, ...spacing }];

/** Large type is set tighter. */
const tight = { letterSpacing: '-0.02em' };

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
const RADII = ['mark', 'inset', 'control', 'logo', 'image', 'card', 'dialog', 'full'];
const TARGETS = ['target-small', 'target-row', 'target', 'target-thumb', 'target-large'];

/** @type {import('tailwindcss').Config} */
const config = {
  darkMode: 'class',
  theme: {
    fontSize: {
      sm: typeSize('sm', '1.25rem'),
      base: typeSize('base', '1.5rem'),
      lg: typeSize('lg', '1.625rem'),
      xl: typeSize('xl', '1.75rem', tight),
      '2xl': typeSize('2xl', '2.25rem', tight),
      '3xl': typeSize('3xl', '2.75rem', tight),
    },
    borderRadius: { none: '0', ...Object.fromEntries(RADII.map((name) => [name, token(`radius-${name}`)])) },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(COLORS.map((name) => [name, token(name)])),
    },
    extend: {
      fontFamily: { sans: ['figtree', 'figtreeExtended', "'figtree Fallback'", 'system-ui', 'sans-serif'] },
      maxWidth: { content: '70rem', prose: '42rem' },
      boxShadow: { float: token('float') },
      spacing: Object.fromEntries(TARGETS.map((name) => [name, token(name)])),
      animation: {
        appear: `appear ${token('duration-enter')} ease-out`,
        rise: `rise ${token('duration-enter')} ease-out`,
        drop: `drop ${token('duration-drop')} ease-out`,
      },
    },
  },
};
export default config;
