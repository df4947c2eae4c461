import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TagIndex } from '@/components/tags/tag-index';
import { groupTagsByLetter } from '@/lib/tag-groups';
import { renderScreen } from '../../setup/render-screen';

const groups = groupTagsByLetter([
  { slug: 'icons', name: 'Icons', productCount: 12345 },
  { slug: 'fonts', name: 'Fonts', productCount: 2 },
]);

it('links every tag with its count, and filters the tags by what is typed', async () => {
  renderScreen(<TagIndex groups={groups} />);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Fonts2', 'Icons12,345']);

  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter tags' }), 'ico');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/tag/icons']);
  expect(screen.getByRole('status')).toHaveTextContent('1 tag');

  await userEvent.type(screen.getByRole('searchbox'), 'zzz');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText('No tags match “icozzz”.')).toBeInTheDocument();
});
