import { fireEvent, screen } from '@testing-library/react';
import type { AnchorHTMLAttributes } from 'react';
import { renderScreen } from '../setup/render-screen';

/** @returns the URL that the router was asked for, or `page load` if the browser follows the link by itself. */
function click(link: AnchorHTMLAttributes<HTMLAnchorElement>, init: MouseEventInit = {}): string {
  const { pushed } = renderScreen(
    <a {...link}>
      <b>link</b>
    </a>,
  );
  const isLeftToBrowser = fireEvent.click(screen.getByText('link'), { button: 0, ...init });
  expect(isLeftToBrowser).toBe(pushed.length === 0);
  return pushed[0] ?? 'page load';
}

it('navigates without a page load, with query and hash', () => {
  expect(click({ href: '/top/week?after=x#main' })).toBe('/top/week?after=x#main');
});

it('keeps the scroll position where the link asks for that', () => {
  const link = { href: '/account/profile?status=pending', 'data-scroll': 'keep' };
  expect(click(link)).toBe('/account/profile?status=pending without scrolling');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  (init) => {
    expect(click({ href: '/new' }, init)).toBe('page load');
  },
);

it.each([
  ['of another site', { href: 'https://example.com/new' }],
  ['that opens a tab', { href: '/new', target: '_blank' }],
  ['that downloads', { href: '/new', download: true }],
  ['to a call', { href: '/api/docs' }],
  ['to a file', { href: '/feed.xml' }],
  ['to a place on this page', { href: '#main' }],
])('leaves a link %s to the browser', (_name, link) => {
  expect(click(link)).toBe('page load');
});

it('leaves a click alone that another handler took', () => {
  const { pushed } = renderScreen(<a href="/new">link</a>);
  const link = screen.getByText('link');
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(pushed).toEqual([]);
});

it('prefetches the page of a link under the pointer, and no other', () => {
  const { prefetched } = renderScreen(
    <>
      <a href="/top/week?after=x#main">
        <b>Top</b>
      </a>
      <a href="https://example.com/new">Elsewhere</a>
      <p>Text</p>
    </>,
  );
  for (const text of ['Top', 'Elsewhere', 'Text']) fireEvent.pointerOver(screen.getByText(text));
  expect(prefetched).toEqual(['/top/week?after=x']);
});
