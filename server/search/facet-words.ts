import { quoteLexeme } from './search-text';

// The values of facets as words of search documents, so that any combination of filters is one condition on words.

export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>';

/** A word of a facet, such as `@platform:linux`. */
export const facetLexeme = (key: string, token: string): string => `@${key}:${token}`;

export const facetCondition = (key: string, token: string): string => quoteLexeme(facetLexeme(key, token));

/**
 * A number as a sign, the power of ten and the digits: 25 is `p501` and `25`. A document has every beginning of it, so
 * that all numbers from one on are those with a few beginnings, however many numbers there are.
 */
function readCode(number: number): { sign: 'n' | 'o' | 'p'; body: string } {
  if (number === 0) return { sign: 'o', body: '' };
  const [digits = '', exponent] = Math.abs(number).toExponential().split('e');
  return {
    sign: number < 0 ? 'n' : 'p',
    body: String(500 + Number(exponent)) + digits.replace('.', ''),
  };
}

const numberLexeme = (key: string, code: string): string => `@${key}=${code}`;
/** After the whole number, which is the beginning of others. */
const END = '.';

export function numberLexemes(key: string, number: number): string[] {
  const { sign, body } = readCode(number);
  const beginnings = Array.from({ length: body.length + 1 }, (_, length) => sign + body.slice(0, length));
  return [...beginnings, sign + body + END].map((code) => numberLexeme(key, code));
}

/** Returns the condition, in `tsquery` syntax, that a document has such a number. */
export function numberCondition(key: string, comparison: Comparison, number: number): string {
  const { sign, body } = readCode(number);
  const same = sign + body + END;
  const codes = {
    '<': () => below(sign, body),
    '<=': () => [...below(sign, body), same],
    '=': () => [same],
    '!=': () => [same],
    '>=': () => [...above(sign, body), same],
    '>': () => above(sign, body),
  }[comparison]();
  const oneOf = `(${codes.map((code) => quoteLexeme(numberLexeme(key, code))).join(' | ')})`;
  return comparison === '!=' ? `!${oneOf}` : oneOf;
}

function above(sign: 'n' | 'o' | 'p', body: string): string[] {
  if (sign === 'p') return fartherFromZero('p', body);
  return sign === 'o' ? ['p'] : ['p', 'o', ...nearerToZero('n', body)];
}

function below(sign: 'n' | 'o' | 'p', body: string): string[] {
  if (sign === 'n') return fartherFromZero('n', body);
  return sign === 'o' ? ['n'] : ['n', 'o', ...nearerToZero('p', body)];
}

const DIGITS = '0123456789';

const fartherFromZero = (sign: string, body: string): string[] => [
  ...Array.from(body).flatMap((digit, index) =>
    Array.from(DIGITS.slice(Number(digit) + 1), (larger) => sign + body.slice(0, index) + larger),
  ),
  ...Array.from(DIGITS, (digit) => sign + body + digit),
];

/** The power of ten has three digits. */
const POWER_DIGITS = 3;

const nearerToZero = (sign: string, body: string): string[] => [
  ...Array.from(body).flatMap((digit, index) =>
    Array.from(DIGITS.slice(0, Number(digit)), (smaller) => sign + body.slice(0, index) + smaller),
  ),
  ...Array.from(
    body.slice(POWER_DIGITS + 1),
    (_, index) => sign + body.slice(0, POWER_DIGITS + 1 + index) + END,
  ),
];
