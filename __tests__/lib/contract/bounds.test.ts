import { CALLS, inputSchemaOf } from '@/lib/contract/calls';
import { popupQuery } from '@/lib/contract/sign-in';
import { findUnbounded } from '../../setup/find-unbounded';

const parts = ['params', 'query', 'body'] as const;

it.each(CALLS.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const))(
  '%s takes no text, list, number or set of names without a bound',
  (_, call) => {
    expect(parts.flatMap((part) => findUnbounded(call[part], part))).toEqual([]);
  },
);

/** The names of what must have more than one character or entry, with how many. */
function findMinima(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const entries: [string, unknown][] = Object.entries(schema);
  return entries.flatMap(([name, each]) => {
    if (!/^min(?:Length|Items)$/.test(name)) return findMinima(each, name);
    return Number(each) > 1 ? `${path}: ${String(each)}` : [];
  });
}

it('asks for more than a single character or entry only of these', () => {
  const schemas = CALLS.flatMap((call) => parts.map((part) => call[part]));
  const found = schemas.flatMap((schema) => findMinima(inputSchemaOf(schema), ''));
  // Of a tagline, the letters of scripts without spaces count twice.
  expect([...new Set(found)].sort()).toEqual([
    'handle: 2',
    'message: 10',
    'name: 2',
    'tagline: 5',
    'token: 20',
  ]);
});

it('the popups of the sign-in take none either', () => {
  expect(findUnbounded(popupQuery)).toEqual([]);
});
