import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TagField } from '@/components/submissions/tag-field';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { answersForMember } from '../../setup/submission-answers';
import { chosen, field, found, OpenModal, SEARCH_CALL } from '../../setup/search-screen';

/** The keys that end a conversion or a composition, as browsers send them. */
const ENDS = [
  ['Chromium and Firefox', { isComposing: true }],
  ['Safari', { keyCode: 229 }],
] as const;

it.each(ENDS)('neither Enter nor Escape of a conversion acts in the search, in %s', async (_, how) => {
  fakeApi({ [SEARCH_CALL]: () => found({ id: 'a', title: '日本' }) });
  const { pushed } = renderScreen(<OpenModal />);
  await userEvent.type(field(), '日');
  await waitFor(() => expect(chosen()).toBeInTheDocument());
  fireEvent.keyDown(field(), { key: 'Enter', ...how });
  fireEvent.keyDown(field(), { key: 'Escape', ...how });
  expect(pushed).toEqual([]);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(pushed).toEqual(['/tool/a']);
});

function Tags() {
  const [tags, setTags] = useState<string[]>([]);
  return (
    <>
      <TagField tags={tags} onChange={setTags} />
      <output aria-label="All">{tags.join('|')}</output>
    </>
  );
}

function renderTags() {
  fakeApi(answersForMember());
  renderScreen(<Tags />);
  return screen.getByRole('combobox', { name: 'Tags' });
}
const tags = () => screen.getByRole('status', { name: 'All' }).textContent;

it.each(ENDS)('the Enter of a conversion adds no half a tag, in %s', async (_, how) => {
  const input = renderTags();
  await userEvent.type(input, 'とうきょう');
  fireEvent.keyDown(input, { key: 'Enter', ...how });
  expect(tags()).toBe('');
});

it.each(Array.from(',、，،՝､'))('splits tags at the comma %s', async (comma) => {
  const input = renderTags();
  await userEvent.type(input, `東京${comma}`);
  expect(tags()).toBe('東京');
});

it('splits composed tags when their composition ends', async () => {
  const input = renderTags();
  await userEvent.click(input);
  fireEvent.compositionStart(input);
  fireEvent.change(input, { target: { value: 'とうきょう、' } });
  expect(tags()).toBe('');
  fireEvent.change(input, { target: { value: '東京、' } });
  fireEvent.compositionEnd(input);
  expect(tags()).toBe('東京');
});
