import { facetsOf } from '@/server/fields/field';
import { readSiteFile } from '@/server/fields/site-file';
import * as filters from '@/server/search/search-filters';

const facets = facetsOf(
  readSiteFile(
    JSON.stringify({
      fields: [
        {
          ...{ key: 'price', label: 'Price', type: 'choice', facet: true },
          choices: [
            { value: 'free', label: 'Free' },
            { value: 'free-plan', label: 'Free plan' },
          ],
        },
        { key: 'open', label: 'Open', type: 'boolean', facet: true },
        { key: 'weights', label: 'Weights', type: 'number', facet: true },
        { key: 'unused', label: 'Unused', type: 'text' },
      ],
    }),
    'site.json',
  ),
);
const parseFilters = (text: string) => filters.parseFilters(text, facets);
const parseFacetFilters = (entries: filters.NestedFilters) => filters.parseFacetFilters(entries, facets);
const parseNumericFilters = (entries: filters.NestedFilters) => filters.parseNumericFilters(entries, facets);

it.each([
  ['tags:a', "'#a'"],
  ['tags:"Design Tools"', "'#design tools'"],
  ["tags:'it\\'s'", "'#it''s'"],
  ['tags:a AND tags:b', "('#a' & '#b')"],
  ['tags:a OR tags:b', "('#a' | '#b')"],
  ['tags:a OR tags:b AND tags:c', "('#a' | ('#b' & '#c'))"],
  ['(tags:a OR tags:b) AND NOT tags:c', "((('#a' | '#b')) & !'#c')"],
  ['NOT (tags:a)', "!('#a')"],
  ['color:red', "'#'"],
  ['tags : a', "'#a'"],
  [' ', undefined],
  ['price:"Free plan"', "'@price:free-plan'"],
  ['price:free AND open:true', "('@price:free' & '@open:yes')"],
  ['price:gratis', "'#'"],
  ['unused:a', "'#'"],
  ['__proto__:a', "'#'"],
  ['weights=0', "('@weights=o.')"],
  ['weights:0', "('@weights=o.')"],
  ['weights != 0', "!('@weights=o.')"],
  ['weights > 0', "('@weights=p')"],
  ['weights <= 0', "('@weights=n' | '@weights=o.')"],
  ['weights:0 TO 0', "(('@weights=p' | '@weights=o.') & ('@weights=n' | '@weights=o.'))"],
  ['weights:many', "'#'"],
  ['price > 3', "'#'"],
])('reads the filters %s', (filters, condition) => {
  expect(parseFilters(filters)).toBe(condition);
});

it.each([
  ['tags', 'filters: Unexpected token "t" at col 1'],
  ['tags:a tags:b', 'filters: Syntax error at col 7: expected `attribute:value`, NOT or a bracket'],
  ['tags:a AND', 'filters: Unexpected token "A" at col 7'],
  ['(tags:a', 'filters: Syntax error at col 8: expected `attribute:value`, NOT or a bracket'],
  ['tags:a)', 'filters: Syntax error at col 7: expected `attribute:value`, NOT or a bracket'],
  ['OR tags:a', 'filters: Syntax error at col 1: expected `attribute:value`, NOT or a bracket'],
  ['weights <', 'filters: Unexpected token "w" at col 1'],
  ['weights < many', 'filters: Unexpected token "w" at col 1'],
  [`weights < ${'9'.repeat(400)}`, 'filters: 99999999999999999999… is too large a number'],
  ['tags:a < 3', 'filters: Unexpected token "<" at col 7'],
])('says where the filters %s are wrong', (filters, message) => {
  expect(() => parseFilters(filters)).toThrow(message);
});

it.each([
  [['tags:a'], "('#a')"],
  [['tags:a', 'tags:b'], "('#a') & ('#b')"],
  [[['tags:a', 'tags:b'], 'tags:c'], "('#a' | '#b') & ('#c')"],
  [['tags:-a'], "(!'#a')"],
  [['-tags:a'], "(!'#a')"],
  [[[]], undefined],
  [[], undefined],
  [['color:red'], "('#')"],
  [
    [['price:Free', 'price:-Free plan'], 'open:false'],
    "('@price:free' | !'@price:free-plan') & ('@open:no')",
  ],
  [['weights:0'], "(('@weights=o.'))"],
  [['weights:\\-0'], "(('@weights=o.'))"],
  [[' tags : a '], "('#a')"],
])('reads the facet filters %j', (filters, condition) => {
  expect(parseFacetFilters(filters)).toBe(condition);
});

it.each([
  [['weights>0'], "(('@weights=p'))"],
  [[['weights = 0', 'weights<0']], "(('@weights=o.') | ('@weights=n'))"],
  [['weights:0 TO 0'], "((('@weights=p' | '@weights=o.') & ('@weights=n' | '@weights=o.')))"],
  [['price>1', 'unknown>=1'], "('#') & ('#')"],
  [[], undefined],
])('reads the numeric filters %j', (entries, condition) => {
  expect(parseNumericFilters(entries)).toBe(condition);
});

it.each([
  ['weights'],
  ['weights>'],
  ['weights>a'],
  ['weights>1 OR weights<3'],
  [`weights>${'1'.repeat(300)}`],
])('rejects the numeric filter %s', (entry) => {
  expect(() => parseNumericFilters([entry])).toThrow(/^numericFilters: ".*" is not a comparison such as/);
});

it('rejects a facet filter without an attribute', () => {
  expect(() => parseFacetFilters([':a'])).toThrow('facetFilters: ":a" is not `attribute:value`');
  expect(parseFacetFilters(['t:a'])).toBe("('#')");
});

it('reads no more of a tag than any has', () => {
  expect(parseFilters(`tags:${'a'.repeat(1_998)}`)).toBe(`'#${'a'.repeat(100)}'`);
  expect(parseFilters(`tags:${'ﷺ'.repeat(1_998)}`)).toHaveLength(103);
});

it('reads filters up to each limit, and says which one is exceeded', () => {
  const alternatives = (count: number) => Array.from({ length: count }, () => 'tags:a').join(' OR ');
  const nested = (depth: number) => `${'('.repeat(depth)}tags:a${')'.repeat(depth)}`;
  const long = (length: number) => `tags:${'a'.repeat(length - 5)}`;
  const tooDeep = 'filters: brackets and NOT may nest 5 levels deep';
  for (const [filters, message] of [
    [alternatives(100), undefined],
    [alternatives(101), 'filters: at most 100 conditions are allowed'],
    [nested(5), undefined],
    [nested(6), tooDeep],
    [Array.from({ length: 6 }, () => nested(5)).join(' AND '), undefined],
    [`${nested(5)} AND ${nested(6)}`, tooDeep],
    [Array.from({ length: 20 }, () => 'weights<0').join(' OR '), undefined],
    [
      Array.from({ length: 21 }, () => 'weights<0').join(' OR '),
      'filters: at most 20 comparisons are allowed',
    ],
    [
      Array.from({ length: 11 }, () => 'weights:0 TO 1').join(' OR '),
      'filters: at most 20 comparisons are allowed',
    ],
    [long(4_096), undefined],
    [long(4_097), 'filters: at most 4096 characters are allowed'],
  ] as const) {
    if (message) expect(() => parseFilters(filters)).toThrow(new Error(message));
    else expect(parseFilters(filters)).toEqual(expect.any(String));
  }
});
