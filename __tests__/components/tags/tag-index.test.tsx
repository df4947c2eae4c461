import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TagIndex } from '@/components/tags/tag-index';
import { groupTagsByLetter } from '@/lib/tag-groups';
import { renderScreen } from '../../setup/render-screen';

const groups = groupTagsByLetter([
  { slug: 'icons', name: 'Icons', productCount: 12345 },
  { slug: 'fonts', name: 'Fonts', productCount: 2 },
  { slug: '3d', name: '3D', productCount: 1 },
]);

it('links every tag with its count, and filters the tags by what is typed', async () => {
  renderScreen(<TagIndex groups={groups} />);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Fonts2',
    'Icons12,345',
    '3D1',
  ]);

  expect(screen.getByRole('status')).toBeEmptyDOMElement();

  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter tags' }), 'ico');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/tag/icons']);
  expect(screen.getByRole('status')).toHaveTextContent('1 tag');

  await userEvent.type(screen.getByRole('searchbox'), 'zzz');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText('No tags match “icozzz”.')).toBeInTheDocument();
});

it('has a section for each letter, which a link can lead to', () => {
  renderScreen(<TagIndex groups={groups} />);
  const sections = screen.getAllByRole('region');
  expect(sections.map((section) => section.querySelector('h2')?.outerHTML)).toEqual([
    '<h2 id="tags-f">F</h2>',
    '<h2 id="tags-i">I</h2>',
    '<h2 id="tags-other">#</h2>',
  ]);
  expect(screen.getByRole('region', { name: 'F' })).toHaveTextContent('Fonts');
});

it('prefetches the page under the pointer, and opens it without a page load', async () => {
  const { prefetched, pushed } = renderScreen(<TagIndex groups={groups} />);
  await userEvent.hover(screen.getByRole('searchbox'));
  expect(prefetched).toEqual([]);

  await userEvent.click(screen.getByRole('link', { name: /Icons/ }));
  expect(new Set(prefetched)).toEqual(new Set(['/tag/icons']));
  expect(pushed).toEqual(['/tag/icons']);
});

it('shows the tags below a tag until something is typed', async () => {
  const nested = groupTagsByLetter([
    { slug: 'design', name: 'Design', productCount: 9 },
    { slug: 'icons', name: 'Icons', productCount: 4, parentSlug: 'design' },
  ]);
  renderScreen(<TagIndex groups={nested} />);
  const children = within(screen.getByRole('list', { name: 'Below Design' })).getAllByRole('link');
  expect(children.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Icons4', '/tag/icons'],
  ]);
  await userEvent.type(screen.getByRole('searchbox'), 'd');
  expect(screen.queryByRole('list', { name: 'Below Design' })).toBeNull();
});
