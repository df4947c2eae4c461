import { render } from '@testing-library/react';
import { SanitizedHTML } from '@/components/ui/sanitized-html';

afterEach(() => Reflect.deleteProperty(window, 'trustedTypes'));

const html = '<p>It is <strong>fast</strong>.</p>';
const shown = () => document.querySelector('.prose')?.innerHTML;

it('shows HTML where the browser has no Trusted Types', () => {
  render(<SanitizedHTML html={html} />);
  expect(shown()).toBe(html);
});

it('creates one policy for all sanitized HTML if the browser has Trusted Types', () => {
  const policies: string[] = [];
  Object.assign(window, {
    trustedTypes: {
      createPolicy(name: string, rules: { createHTML: (given: string) => string }) {
        policies.push(name);
        return { createHTML: (given: string) => `${rules.createHTML(given)}<!--trusted-->` };
      },
    },
  });
  const { unmount } = render(<SanitizedHTML html={html} />);
  expect(shown()).toBe(`${html}<!--trusted-->`);
  unmount();
  render(<SanitizedHTML html="<p>Other</p>" />);
  expect(shown()).toBe('<p>Other</p><!--trusted-->');
  expect(policies).toEqual(['sanitized-html']);
});
