import { CALLS } from '@/lib/contract/calls';
import { popupQuery } from '@/lib/contract/sign-in';
import { findUnbounded } from '../../setup/find-unbounded';

const parts = ['params', 'query', 'body'] as const;

it.each(CALLS.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call] as const))(
  '%s takes no text, list, number or set of names without a bound',
  (_, call) => {
    expect(parts.flatMap((part) => findUnbounded(call[part], part))).toEqual([]);
  },
);

it('the popups of the sign-in take none either', () => {
  expect(findUnbounded(popupQuery)).toEqual([]);
});
