import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { Facet } from '@/server/fields/field';
import { type Comparison, facetCondition, numberCondition } from './search-words';
import { tagCondition } from './lexemes';

/** An invalid filter, with a message for the caller. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** The fields that can be filtered, by their keys. */
export type Facets = ReadonlyMap<string, Facet>;

const unknownAttribute = tagCondition('');
const { filtersCharsMax, filterConditionsMax, filterComparisonsMax, filterDepthMax } = SEARCH_LIMITS;
const number = String.raw`([-+]?\d+(?:\.\d+)?)`;
const attribute = String.raw`([^\s():"'<>=!]+)`;
const end = String.raw`(?=[\s()]|$)`;
const tokenPattern = new RegExp(
  String.raw`\s*(?:([()])|(AND|OR|NOT)(?=[\s(])|${attribute}\s*(?::\s*(?:${number}\s+TO\s+${number}${end}|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()]+))|(<=|>=|!=|<|>|=)\s*${number}${end})|(\S))`,
  'gy',
);

type Token = { column: number; sign?: string; condition?: string; comparisonCount?: number };

/**
 * Returns the condition that an attribute has a value. Tags and facets can be filtered; other attributes match nothing,
 * as in Algolia.
 */
function valueCondition(facets: Facets, attribute: string, value: string): string {
  if (attribute === 'tags') return tagCondition(value);
  const facet = facets.get(attribute);
  if (!facet) return unknownAttribute;
  if (facet.isNumeric)
    return /^[-+]?\d+(?:\.\d+)?$/.test(value)
      ? numberCondition(attribute, '=', readNumber(value))
      : unknownAttribute;
  const token = facet.findToken(value);
  return token === undefined ? unknownAttribute : facetCondition(attribute, token);
}

function comparisonCondition(facets: Facets, attribute: string, operator: string, operand: string): string {
  const comparison = COMPARISONS.find((known) => known === operator);
  const compared = readNumber(operand);
  return comparison && facets.get(attribute)?.isNumeric
    ? numberCondition(attribute, comparison, compared)
    : unknownAttribute;
}

const COMPARISONS = ['<', '<=', '=', '!=', '>=', '>'] as const satisfies readonly Comparison[];

function readNumber(text: string): number {
  const read = Number(text);
  if (!Number.isFinite(read)) throw new FilterError(`filters: ${text.slice(0, 20)}… is too large a number`);
  return read;
}

const rangeCondition = (facets: Facets, attribute: string, from: string, to: string): string =>
  `(${comparisonCondition(facets, attribute, '>=', from)} & ${comparisonCondition(facets, attribute, '<=', to)})`;

const unescape = (value: string) => value.replace(/\\(.)/g, '$1');

function readTokens(filters: string, facets: Facets): Token[] {
  const tokens: Token[] = [];
  for (const match of filters.trim().matchAll(tokenPattern)) {
    const [, bracket, logic, attribute, from, to, double, single, plain, operator, operand, other] = match;
    const column = match.index + 1;
    if (other !== undefined) throw new FilterError(`filters: Unexpected token "${other}" at col ${column}`);
    if (attribute === undefined) tokens.push({ column, sign: bracket ?? logic });
    else if (from !== undefined && to !== undefined)
      tokens.push({ column, condition: rangeCondition(facets, attribute, from, to), comparisonCount: 2 });
    else if (operator !== undefined && operand !== undefined)
      tokens.push({
        column,
        condition: comparisonCondition(facets, attribute, operator, operand),
        comparisonCount: 1,
      });
    else
      tokens.push({
        column,
        condition: valueCondition(facets, attribute, unescape(double ?? single ?? plain ?? '')),
      });
  }
  return tokens;
}

/**
 * Parses Algolia's `filters` on tags and facets into a condition in `tsquery` syntax; undefined if there are none.
 *
 * @throws FilterError if the filters are invalid.
 */
export function parseFilters(filters: string, facets: Facets): string | undefined {
  if (filters.trim() === '') return undefined;
  if (filters.length > filtersCharsMax) {
    throw new FilterError(`filters: at most ${filtersCharsMax} characters are allowed`);
  }
  const tokens = readTokens(filters, facets);
  requireFewConditions('filters', tokens.filter(({ condition }) => condition !== undefined).length);
  requireFewComparisons(
    'filters',
    tokens.reduce((sum, { comparisonCount = 0 }) => sum + comparisonCount, 0),
  );
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

function requireFewComparisons(parameter: string, count: number): void {
  if (count > filterComparisonsMax) {
    throw new FilterError(`${parameter}: at most ${filterComparisonsMax} comparisons are allowed`);
  }
}

/** Conditions of which every entry must match; of a list, one element. */
export type NestedFilters = readonly (string | readonly string[])[];

/** `facetFilters`: `tags:-x` and `-tags:x` are negations. */
export function parseFacetFilters(entries: NestedFilters, facets: Facets): string | undefined {
  requireFewConditions('facetFilters', entries.flat().length);
  return joinNested(entries, (entry) => facetFilter(entry, facets));
}

/** `numericFilters`: comparisons, and ranges such as `weights:3 TO 9`. */
export function parseNumericFilters(entries: NestedFilters, facets: Facets): string | undefined {
  const flat = entries.flat();
  requireFewComparisons('numericFilters', flat.length);
  return joinNested(entries, (entry) => numericFilter(entry, facets));
}

function joinNested(entries: NestedFilters, read: (entry: string) => string): string | undefined {
  const conditions = entries.flatMap((entry) => {
    const parts = (typeof entry === 'string' ? [entry] : entry).map(read);
    return parts.length === 0 ? [] : [`(${parts.join(' | ')})`];
  });
  return conditions.length === 0 ? undefined : conditions.join(' & ');
}

function facetFilter(entry: string, facets: Facets): string {
  const colon = entry.indexOf(':');
  if (colon < 1) throw new FilterError(`facetFilters: "${entry.slice(0, 100)}" is not \`attribute:value\``);
  const [attribute, value] = [entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()];
  // A negative number is a value.
  const isNegatedValue = value.startsWith('-') && !(facets.get(attribute)?.isNumeric && /^-\d/.test(value));
  const isNegated = attribute.startsWith('-') || isNegatedValue;
  const condition = valueCondition(
    facets,
    attribute.replace(/^-/, ''),
    unescape(isNegatedValue ? value.slice(1) : value),
  );
  return isNegated ? `!${condition}` : condition;
}

const comparisonPattern = new RegExp(
  String.raw`^\s*${attribute}\s*(?:(<=|>=|!=|<|>|=)\s*${number}|:\s*${number}(?:\s+TO\s+${number})?)\s*$`,
);

function numericFilter(entry: string, facets: Facets): string {
  const [, attribute, operator = '=', operand, from, to] = comparisonPattern.exec(entry.slice(0, 200)) ?? [];
  const compared = operand ?? from;
  if (attribute === undefined || compared === undefined || entry.length > 200) {
    throw new FilterError(
      `numericFilters: "${entry.slice(0, 100)}" is not a comparison such as \`attribute >= 5\` or \`attribute:5 TO 10\``,
    );
  }
  return to === undefined
    ? comparisonCondition(facets, attribute, operator, compared)
    : rangeCondition(facets, attribute, compared, to);
}

type GivenFilters = { filters: string; facetFilters: NestedFilters; numericFilters: NestedFilters };

/** The condition of all filters of a search, in `tsquery` syntax. @throws FilterError */
export function readFilter(
  { filters, facetFilters, numericFilters }: GivenFilters,
  facets: Facets,
): string | undefined {
  const conditions = [
    parseFilters(filters, facets),
    parseFacetFilters(facetFilters, facets),
    parseNumericFilters(numericFilters, facets),
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : conditions.map((condition) => `(${condition})`).join(' & ');
}
