import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { text } from '@/lib/texts/texts';
import { defineCall, limitsOf } from '@/lib/contract/call';
import { CALLS } from '@/lib/contract/calls';

const FOLDER = 'lib/contract';
const draft = {
  path: '/things',
  summary: text('test.things', 'Things.'),
  answer: z.object({}),
  errors: [],
} as const;

const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && file !== 'call.ts')
  .map((file) => ({ file, code: readFileSync(`${FOLDER}/${file}`, 'utf8') }))
  .filter(({ code }) => code.includes('defineCall('));

it.each(files)('every call that $file describes is one of CALLS', ({ code }) => {
  const paths = [...code.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  expect(CALLS.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

it('has no call twice', () => {
  const names = CALLS.map(({ method, path }) => `${method} ${path}`);
  expect(names.length).toBeGreaterThan(150);
  expect(new Set(names).size).toBe(names.length);
});

it('gives a call the common limits of its access, and its own instead where it states some', () => {
  const limitsOfCall = (stated: object) => limitsOf(defineCall({ ...draft, method: 'post', ...stated }));
  expect(limitsOfCall({ method: 'get' })).toEqual(['readByAddress']);
  expect(limitsOfCall({ method: 'get', access: 'account' })).toEqual(['readByAddress', 'readByUser']);
  expect(limitsOfCall({ access: 'moderator' })).toEqual(['changeByAddress', 'moderateByUser']);
  expect(limitsOfCall({ access: 'member', limits: ['draftByUser'] })).toEqual([
    'changeByAddress',
    'draftByUser',
  ]);
  expect(limitsOfCall({ method: 'get', limits: ['changeByAddress', 'signInByAddress'] })).toEqual([
    'changeByAddress',
    'signInByAddress',
  ]);
});

it('refuses a change by members that states no limits', () => {
  expect(() => limitsOf(defineCall({ ...draft, method: 'post', access: 'member' }))).toThrow(
    'post /things states no limits.',
  );
});
