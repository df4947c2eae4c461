import { PROGRESS_TEMPLATE, TRUSTED_TYPES_SCRIPT } from '@/lib/browser/inline-scripts';
import { runInlineScript } from '../../setup/run-inline-script';

type Rules = Record<'createHTML' | 'createScriptURL', (given: string) => string | null>;

/** The rules of the default policy, as a browser with Trusted Types gets them. */
function readPolicy(): Rules {
  const policies: [string, Rules][] = [];
  const trustedTypes = { createPolicy: (name: string, rules: Rules) => policies.push([name, rules]) };
  Object.assign(window, { trustedTypes });
  runInlineScript(TRUSTED_TYPES_SCRIPT);
  const [policy] = policies;
  if (policies.length !== 1 || policy?.[0] !== 'default') throw new Error('There is not one default policy.');
  return policy[1];
}
afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

it.each([
  ['/_next/static/chunks/a.js', 'http://localhost/_next/static/chunks/a.js'],
  ['http://localhost/_next/static/a.js?b', 'http://localhost/_next/static/a.js?b'],
  ['/l/pt-BR-01ab23cd/_next/static/a.js', 'http://localhost/l/pt-BR-01ab23cd/_next/static/a.js'],
  ['/sw.js', 'http://localhost/sw.js'],
  ['https://apis.google.com/js/api.js', 'https://apis.google.com/js/api.js'],
  ['https://apis.google.com/js/api.js?onload=a', 'https://apis.google.com/js/api.js?onload=a'],
  ['https://www.googletagmanager.com/gtag/js?id=G-1', 'https://www.googletagmanager.com/gtag/js?id=G-1'],
  ['https://www.googletagmanager.com/gtm.js', 'https://www.googletagmanager.com/gtm.js'],
  ['https://www.googletagmanager.com/gtm.js/x', null],
  ['https://www.googletagmanager.com.evil.example/gtm.js', null],
  ['https://x.googletagmanager.com/gtm.js', null],
  ['/sw.js/x', null],
  ['/api/images/a', null],
  ['/a/_next/static/a.js', null],
  ['/l/a/b/_next/static/a.js', null],
  ['/l/a/sw.js', null],
  ['/_next/static/../../api/images/a', null],
  ['https://other.example/_next/static/a.js', null],
  ['https://other.example/sw.js', null],
  ['https://apis.google.com/js/other.js', null],
  ['http://apis.google.com/js/api.js', null],
  ['data:text/javascript,alert(1)', null],
])('makes of the script %s the URL %s', (given, allowed) => {
  expect(readPolicy().createScriptURL(given)).toBe(allowed);
});

it.each([
  ['plain text', true],
  ['', true],
  [PROGRESS_TEMPLATE, true],
  ['<script></script>', true],
  [`${PROGRESS_TEMPLATE}<b>`, false],
  ['<script>alert(1)</script>', false],
  ['a<script></script>', false],
  ['<script></script>a', false],
  ['<b>', false],
])('lets the HTML %s through: %s', (html, isAllowed) => {
  expect(readPolicy().createHTML(html)).toBe(isAllowed ? html : null);
});

it('does nothing in a browser without Trusted Types', () => {
  expect(() => runInlineScript(TRUSTED_TYPES_SCRIPT)).not.toThrow();
  expect(window.trustedTypes).toBeUndefined();
});
