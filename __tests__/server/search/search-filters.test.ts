import { parseFacetFilters, parseFilters } from '@/server/search/search-filters';

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
  [[' tags : a '], "('#a')"],
])('reads the facet filters %j', (filters, condition) => {
  expect(parseFacetFilters(filters)).toBe(condition);
});

it('rejects a facet filter without an attribute', () => {
  expect(() => parseFacetFilters([':a'])).toThrow('facetFilters: ":a" is not `attribute:value`');
  expect(parseFacetFilters(['t:a'])).toBe("('#')");
});

it('matches nothing with a tag that is longer than any', () => {
  expect(parseFilters(`tags:${'a'.repeat(1_997)}`)).toBe(`'#${'a'.repeat(1_997)}'`);
  expect(parseFilters(`tags:${'a'.repeat(1_998)}`)).toBe("'#'");
});
