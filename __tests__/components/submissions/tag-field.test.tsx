import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TagField } from '@/components/submissions/tag-field';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { answersForMember } from '../../setup/submission-answers';

function Tags({ first = [] }: { first?: string[] }) {
  const [tags, setTags] = useState(first);
  return <TagField tags={tags} onChange={setTags} />;
}

Element.prototype.scrollIntoView = () => undefined;

const field = () => screen.getByRole('combobox', { name: 'Tags' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chips = () =>
  within(screen.getByRole('list', { name: 'Chosen tags' }))
    .queryAllByRole('listitem')
    .map((chip) => chip.textContent);

it('suggests existing tags, those that begin with the typed text first, then a new one', async () => {
  fakeApi(answersForMember());
  renderScreen(<Tags />);
  await userEvent.click(field());
  await screen.findByRole('option', { name: /Charts/ });
  expect(options()).toEqual(['Charts90', 'Color89', 'Design88', 'Design systems87']);
  expect(field()).toHaveAttribute('aria-expanded', 'true');

  await userEvent.type(field(), 'des');
  expect(options()).toEqual(['Design88', 'Design systems87', 'Create the tag “des”']);
  await userEvent.type(field(), 'ign');
  expect(options()).toEqual(['Design88', 'Design systems87']);
});

it('suggests eight tags at most, and ranks those that begin with the text above more used ones', async () => {
  const names = ['Web design', ...Array.from({ length: 9 }, (_, index) => `Design ${index + 1}`)];
  const tags = names.map((name, index) => ({ slug: `tag-${index}`, name, productCount: 90 - index }));
  fakeApi({ ...answersForMember(), 'GET /tags': () => ok({ tags }) });
  renderScreen(<Tags />);
  await userEvent.click(field());
  await screen.findByRole('option', { name: /Web design/ });
  expect(options()).toEqual(names.slice(0, 8).map((name, index) => `${name}${90 - index}`));

  await userEvent.type(field(), 'design 1');
  expect(options()).toEqual(['Design 189']);
  await userEvent.clear(field());
  await userEvent.type(field(), 'design');
  expect(options().slice(0, 2)).toEqual(['Design 189', 'Design 288']);
});

it('works with the keyboard alone', async () => {
  fakeApi(answersForMember());
  renderScreen(<Tags />);
  await userEvent.click(field());
  await screen.findByRole('option', { name: /Charts/ });

  await userEvent.keyboard('des{ArrowDown}{ArrowDown}');
  const chosen = screen.getByRole('option', { name: /Design systems/ });
  expect(chosen).toHaveAttribute('aria-selected', 'true');
  expect(field()).toHaveAttribute('aria-activedescendant', chosen.id);
  await userEvent.keyboard('{Enter}');
  expect(chips()).toEqual(['Design systems']);
  expect(screen.getByText('Added Design systems. 1 of 5 tags.')).toBeInTheDocument();

  // A tag typed in full gets its existing spelling. A comma ends a tag as Enter does.
  await userEvent.keyboard('COLOR,brand new{Enter}');
  expect(chips()).toEqual(['Design systems', 'Color', 'brand new']);
  await userEvent.keyboard('{Backspace}');
  expect(chips()).toEqual(['Design systems', 'Color']);
  expect(screen.getByText('Removed brand new.')).toBeInTheDocument();

  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(field()).toHaveFocus();
});

it('adds the same tag once, and five at most', async () => {
  fakeApi(answersForMember());
  renderScreen(<Tags first={['Charts']} />);
  await userEvent.type(field(), 'charts{Enter}');
  expect(chips()).toEqual(['Charts']);
  await userEvent.click(field());
  await userEvent.paste('two, three, ,four,five,six,');
  expect(chips()).toEqual(['Charts', 'two', 'three', 'four', 'five']);
  expect(screen.getByText('Five at most. Remove one to add another.')).toBeInTheDocument();
  expect(field()).toHaveAttribute('readonly');

  await userEvent.click(screen.getByRole('button', { name: 'Remove two' }));
  expect(chips()).toEqual(['Charts', 'three', 'four', 'five']);
  expect(field()).toHaveFocus();
});

it('adds the typed text when the field loses focus, and an option on click', async () => {
  fakeApi(answersForMember());
  renderScreen(<Tags />);
  await userEvent.type(field(), 'half');
  await userEvent.tab();
  expect(chips()).toEqual(['half']);

  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: /Color/ }));
  expect(chips()).toEqual(['half', 'Color']);
  expect(field()).toHaveFocus();
});

it('adds tags as typed when no suggestions can be loaded', async () => {
  fakeApi({ ...answersForMember(), 'GET /tags': () => refuse(503, 'unavailable', 'Back soon.') });
  renderScreen(<Tags />);
  await userEvent.type(field(), 'Charts{Enter}');
  expect(chips()).toEqual(['Charts']);
});
