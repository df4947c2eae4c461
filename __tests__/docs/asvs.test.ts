import { readFileSync } from 'node:fs';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. Level 3 comes last in every section. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{
    '5.1': 1,
    '5.2': 3,
    '5.3': 2,
    '5.4': 3,
    '6.1': 3,
    '6.2': 12,
    '6.3': 4,
    '6.4': 4,
    '6.5': 5,
    '6.6': 3,
    '6.8': 4,
  },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{
    '13.1': 1,
    '13.2': 5,
    '13.3': 2,
    '13.4': 5,
    '14.1': 2,
    '14.2': 4,
    '14.3': 3,
    '15.1': 3,
    '15.2': 3,
    '15.3': 7,
  },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

const text = readFileSync('docs/asvs.md', 'utf8');
const rows = Array.from(
  text.matchAll(/^\| ([\d., ]+?) +\| (\S+) +\| (.+?) +\| (.*?) *\|$/gm),
  ([, ids = '', status = '', , shownBy = '']) => ({ ids: ids.split(', '), status, shownBy }),
);

it('has every requirement of ASVS 5.0 level 1 and 2 once', () => {
  const expected = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );

  expect(expected).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(expected.sort());
});

it('names a test for each requirement that is met, and a deviation for each other requirement', () => {
  const statuses = new Set(rows.map(({ status }) => status));
  const unproven = rows.filter(({ status, shownBy }) => status === 'met' && !shownBy.includes('`__tests__/'));

  expect([...statuses].sort()).toEqual(['deviates', 'met', 'n/a', 'owner']);
  expect(unproven.map(({ ids }) => ids)).toEqual([]);
});

it('says how many requirements have each status', () => {
  const count = (wanted: string) => rows.flatMap(({ ids, status }) => (status === wanted ? ids : [])).length;

  expect(text).toContain(
    `Of 253 requirements, ${count('met')} are met, ${count('n/a')} do not apply, ${count('owner')} are up to the owner and ${count('deviates')} deviate.`,
  );
});
