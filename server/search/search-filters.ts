import { SEARCH_LIMITS } from '@/lib/contract/search';
import { tagCondition } from './search-words';

/** An invalid filter, with a message for the caller. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const unknownAttribute = tagCondition('');
const { filtersCharsMax, filterConditionsMax, filterDepthMax } = SEARCH_LIMITS;
/** PostgreSQL refuses words of 2,047 bytes. No tag is as long. */
const lexemeBytesMax = 2_000;
const tokenPattern =
  /\s*(?:([()])|(AND|OR|NOT)(?=[\s(])|([^\s():"'<>=!]+)\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()]+))|(\S))/gy;

type Token = { column: number; sign?: string; condition?: string };

/** Returns the condition on an attribute. Only `tags` can be filtered; other attributes match nothing, as in Algolia. */
function valueCondition(attribute: string, value: string): string {
  const condition = attribute === 'tags' ? tagCondition(value) : unknownAttribute;
  return Buffer.byteLength(condition) > lexemeBytesMax ? unknownAttribute : condition;
}

const unescape = (value: string) => value.replace(/\\(.)/g, '$1');

function readTokens(filters: string): Token[] {
  const tokens: Token[] = [];
  for (const match of filters.trim().matchAll(tokenPattern)) {
    const [, bracket, operator, attribute, double, single, plain, other] = match;
    const column = match.index + 1;
    if (other !== undefined) throw new FilterError(`filters: Unexpected token "${other}" at col ${column}`);
    if (attribute === undefined) tokens.push({ column, sign: bracket ?? operator });
    else
      tokens.push({
        column,
        condition: valueCondition(attribute, unescape(double ?? single ?? plain ?? '')),
      });
  }
  return tokens;
}

/**
 * Parses Algolia's `filters` on tags into a condition in `tsquery` syntax; undefined if there are none.
 *
 * @throws FilterError if the filters are invalid.
 */
export function parseFilters(filters: string): string | undefined {
  if (filters.trim() === '') return undefined;
  if (filters.length > filtersCharsMax) {
    throw new FilterError(`filters: at most ${filtersCharsMax} characters are allowed`);
  }
  const tokens = readTokens(filters);
  requireFewConditions('filters', tokens.filter(({ condition }) => condition !== undefined).length);
  let next = 0;
  let depth = 0;
  const nested = (read: () => string): string => {
    depth += 1;
    if (depth > filterDepthMax) {
      throw new FilterError(`filters: brackets and NOT may nest ${filterDepthMax} levels deep`);
    }
    const inner = read();
    depth -= 1;
    return inner;
  };
  const take = (sign: string): boolean => {
    if (tokens[next]?.sign !== sign) return false;
    next += 1;
    return true;
  };
  const fail = (): never => {
    const at = tokens[next]?.column ?? filters.length + 1;
    throw new FilterError(
      `filters: Syntax error at col ${at}: expected \`attribute:value\`, NOT or a bracket`,
    );
  };
  const either = (): string => {
    const parts = [both()];
    while (take('OR')) parts.push(both());
    return parts.length === 1 ? parts.join() : `(${parts.join(' | ')})`;
  };
  const both = (): string => {
    const parts = [one()];
    while (take('AND')) parts.push(one());
    return parts.length === 1 ? parts.join() : `(${parts.join(' & ')})`;
  };
  const one = (): string => {
    if (take('NOT')) return `!${nested(one)}`;
    if (take('(')) {
      const inner = nested(either);
      return take(')') ? `(${inner})` : fail();
    }
    const condition = tokens[next]?.condition;
    if (condition === undefined) return fail();
    next += 1;
    return condition;
  };
  const whole = either();
  return next === tokens.length ? whole : fail();
}

function requireFewConditions(parameter: string, count: number): void {
  if (count > filterConditionsMax) {
    throw new FilterError(`${parameter}: at most ${filterConditionsMax} conditions are allowed`);
  }
}

/** `facetFilters`: every entry must match; of a list, one element. `tags:-x` and `-tags:x` are negations. */
export type FacetFilters = readonly (string | readonly string[])[];

export function parseFacetFilters(entries: FacetFilters): string | undefined {
  requireFewConditions('facetFilters', entries.flat().length);
  const conditions = entries.flatMap((entry) => {
    const parts = (typeof entry === 'string' ? [entry] : entry).map(facetCondition);
    return parts.length === 0 ? [] : [`(${parts.join(' | ')})`];
  });
  return conditions.length === 0 ? undefined : conditions.join(' & ');
}

function facetCondition(entry: string): string {
  const colon = entry.indexOf(':');
  if (colon < 1) throw new FilterError(`facetFilters: "${entry}" is not \`attribute:value\``);
  const [attribute, value] = [entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()];
  const isNegated = attribute.startsWith('-') || value.startsWith('-');
  const condition = valueCondition(attribute.replace(/^-/, ''), unescape(value.replace(/^-/, '')));
  return isNegated ? `!${condition}` : condition;
}
