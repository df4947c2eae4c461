import { withOperator } from '@/server/presenters/operator';
import { readEnv } from '@/server/config/env';

it('ends an email with who runs the site, if the owner says so', () => {
  const operator = { name: 'Ada Ltd.', address: '1 Main Street', email: '' };
  expect(withOperator('Hello.', { operator })).toBe('Hello.\n\n-- \nAda Ltd.\n1 Main Street');
  expect(withOperator('Hello.', { operator: { ...operator, address: '' } })).toBe('Hello.\n\n-- \nAda Ltd.');
  expect(withOperator('Hello.', { operator: { ...operator, name: '', address: '' } })).toBe('Hello.');
});

it.each([
  ['SITE_OPERATOR_EMAIL', 'Ada <ada@example.com>', 'must be an email address'],
  ['SITE_OPERATOR_EMAIL', 'ada@example', 'must be an email address'],
  ['SITE_OPERATOR', 'x'.repeat(201), 'must be a text of at most 200 characters'],
  ['LOG_DAYS', '0', 'must be a whole number from 1 to 3650'],
])('refuses %s %s', (name, value, expected) => {
  const source = { APP_ENV: 'development', [name]: value };
  expect(() => readEnv(source)).toThrow(expected);
});
