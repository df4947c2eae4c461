import { isDeepStrictEqual } from 'node:util';
import { OwnerError } from '@/server/base/errors';

const LICENCES = ['Open', 'Personal use', 'Commercial'];
export const FOUNDRIES = ['Northgate', 'Ōkami Type', 'خط الرمل'];
/** The word that would say “license” is spelled another way, so that only the project itself can say it. */
export const siteFile = JSON.stringify({
  fields: [
    { key: 'foundry', label: 'Foundry', type: 'text', facet: true, list: true },
    {
      ...{ key: 'licence', label: 'Licence', type: 'choice', facet: true },
      choices: LICENCES.map((label) => ({ value: label.toLowerCase().replace(' ', '-'), label })),
    },
    { key: 'variable', label: 'Variable', type: 'boolean', facet: true },
    { key: 'weights', label: 'Weights', type: 'number', min: 1, max: 20, facet: true },
    { key: 'price', label: 'Price', type: 'money', currency: 'EUR', facet: true },
  ],
});

/** What the shipped site file and the shipped noun say. */
export const FOREIGN = /\b(?:tools?|licenses?|platforms?)\b/i;
const STYLES = ['Sans', 'Serif', 'Mono'];
export const FONTS = [
  'Alder',
  'Briar',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Gorse',
  'Hazel',
  'Ivy',
  'Juniper',
].flatMap((name, place) =>
  STYLES.map((style, index) => {
    const number = place * STYLES.length + index;
    return {
      name: `${name} ${style}`,
      style,
      foundry: FOUNDRIES[number % 3] ?? '',
      licence: LICENCES[(number >> 1) % 3] ?? '',
      isVariable: number % 2 === 0,
      weights: 1 + (number % 9),
      price: (number % 5) * 12.5,
    };
  }),
);
export type Font = (typeof FONTS)[number];

export const toCSV = () =>
  [
    'Name,URL,Tagline,Tags,Foundry,Licence,Variable,Weights,Price',
    ...FONTS.map(({ name, style, foundry, licence, isVariable, weights, price }) =>
      [
        ...[name, `https://${name.toLowerCase().replace(' ', '-')}.example/`, `A ${style} for long texts`],
        ...[style, foundry, licence, isVariable ? 'yes' : 'no', weights, price],
      ].join(','),
    ),
  ].join('\n');

/** @throws OwnerError that says what differs. */
export function requireEqual(seen: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new OwnerError(`${what}: ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
}

/** @throws OwnerError with the words around the foreign one. */
export function requireOwnWords(text: string, where: string, foreign = FOREIGN): void {
  const at = text.search(foreign);
  if (at >= 0) throw new OwnerError(`${where} says: …${text.slice(Math.max(0, at - 120), at + 120)}…`);
}

/** The elements of a page with all that they say; without the scripts that people don't read. */
export const wordsOf = (html: string) =>
  html.replace(/<script(?![^>]*json)[^>]*>[^]*?<\/script>|<style[^>]*>[^]*?<\/style>/g, '');
