import fc from 'fast-check';
import { PRODUCT_LIMITS } from '@/lib/contract/product';

/** A part of a hostile text: something short, many times. `%` becomes the number of the repetition. */
type Run = { unit: string; times: number };
export type HostileText = Run[];

const pieces = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '](',
    ')',
    '![',
    '<',
    '>',
    '&',
    '\\',
    '|',
    '#',
    '-',
  ],
  ...[
    '+',
    '=',
    '1.',
    '%.',
    ':',
    '@',
    '.',
    '/',
    '"',
    "'",
    'a',
    'b',
    '%',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
  ],
  ...[
    'a.b',
    'www.',
    'https://',
    'a@b.c',
    '[a]',
    '[%]',
    '[a]: b',
    '[%]: <',
    '[^a]',
    '[^%]',
    '[^%]: ',
    '- ',
    '> ',
  ],
  ...[
    '1) ',
    '- [ ] ',
    '|a',
    '|-',
    '|-|\n',
    '<!--',
    '<?',
    '<![CDATA[',
    '<a ',
    '</a>',
    '<a b="',
    '&amp;',
    '&#1',
  ],
  ...[
    '```',
    '~~~',
    '---',
    '***',
    '===',
    '# ',
    'é',
    '👍',
    '\u00a0',
    '\\\n',
    '  \n',
    'a\n',
    '>\n',
    '-\n',
    '[]()',
  ],
];
const unitPiecesMax = 5;
const runsMax = 5;

const run = fc.record({
  unit: fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: unitPiecesMax })
    .map((parts) => parts.join('')),
  times: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 5_000 })),
});

/** Texts that repeat short pieces of syntax, which is what makes parsers slow. */
export const hostileText: fc.Arbitrary<HostileText> = fc.array(run, { minLength: 1, maxLength: runsMax });

/** The text itself, cut to the length of a description. */
export function writeText(text: HostileText): string {
  let written = '';
  for (const { unit, times } of text) {
    for (let count = 0; count < times && written.length < PRODUCT_LIMITS.descriptionCharsMax; count += 1) {
      written += unit.replaceAll('%', String(count));
    }
  }
  // Without the first half of a character that the cut has split.
  return written.slice(0, PRODUCT_LIMITS.descriptionCharsMax).replace(/[\uD800-\uDBFF]$/, '');
}
