import { ApiError } from '@/server/base/errors';
import { requireStorable } from '@/server/http/parse-input';

it.each(['', 'a\n\tb', '😀', null, undefined, 7, true, {}, [], { a: ['b', { c: 'd' }] }])(
  'accepts %j',
  (input) => {
    expect(() => requireStorable(input)).not.toThrow();
  },
);

it.each([
  [{ name: 'a\0b' }, 'name'],
  [{ tags: ['a', 'b\0'] }, 'tags.1'],
  [{ a: { b: [{ c: '\ud83d' }] }, d: '\0' }, 'a.b.0.c'],
])('names the field of %j that cannot be stored', (input, field) => {
  const message = 'Leave out control characters.';
  const refusal = new ApiError('bad_request', `${field}: ${message}`, { fields: { [field]: message } });
  expect(() => requireStorable(input)).toThrow(refusal);
});
