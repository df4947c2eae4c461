import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { SearchModal } from '@/components/search/search-modal';
import { TagField } from '@/components/submissions/tag-field';
import { useSearchModal } from '@/hooks/use-search-modal';
import { fakeApi } from '../setup/fake-api';
import { renderScreen } from '../setup/render-screen';
import { answersForMember } from '../setup/submission-answers';

// The checks of the ARIA Authoring Practices for an editable combobox with a list of options, on both of ours:
// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/

const hit = (id: string) => ({
  objectID: id,
  id,
  title: `Design ${id}`,
  imageURL: `/api/tiles/${id}.svg`,
  url: `/tool/${id}`,
  content: 'What it does.',
  tags: [],
  upvoteCount: 0,
});

function OpenSearch() {
  const { open } = useSearchModal();
  useEffect(open, [open]);
  return <SearchModal />;
}

function Tags() {
  const [tags, setTags] = useState<string[]>([]);
  return <TagField tags={tags} onChange={setTags} />;
}

const comboboxes = [
  {
    name: 'search modal',
    label: 'Search',
    listLabel: 'Results',
    render: () => {
      const hits = ['one', 'two', 'three'].map(hit);
      fakeApi({
        'POST /1/indexes/*/queries': () =>
          Response.json({ results: [{ hits, nbHits: 3, page: 0, nbPages: 1 }] }),
      });
      renderScreen(<OpenSearch />);
    },
    isFirstActive: true,
    isOpenAtOnce: true,
    closesOnEscape: () => screen.queryByRole('dialog') === null,
  },
  {
    name: 'tag field',
    label: 'Tags',
    listLabel: 'Suggested tags',
    render: () => {
      fakeApi(answersForMember());
      renderScreen(<Tags />);
    },
    isFirstActive: false,
    isOpenAtOnce: false,
    closesOnEscape: () => screen.queryByRole('listbox') === null,
  },
];

Element.prototype.scrollIntoView = () => undefined;

const options = () => screen.getAllByRole('option');
const activeIndex = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');

describe.each(comboboxes)('$name', (combobox) => {
  const { label, listLabel, render, isFirstActive, isOpenAtOnce, closesOnEscape } = combobox;
  const field = () => screen.getByRole('combobox', { name: label });
  const rest = isFirstActive ? 0 : -1;

  /** The field with "des" typed into it, and three options below it. */
  async function renderOpen() {
    render();
    await userEvent.type(field(), 'des');
    await screen.findAllByRole('option', { name: /des/i });
    expect(options()).toHaveLength(3);
  }

  it('has the roles and states of the practice', async () => {
    render();
    expect(field()).toHaveAttribute('aria-autocomplete', 'list');
    expect(field()).toHaveAttribute('aria-expanded', String(isOpenAtOnce));
    expect(field()).not.toHaveAttribute('aria-activedescendant');

    await userEvent.type(field(), 'des');
    await screen.findAllByRole('option', { name: /des/i });
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: listLabel }).id);
    for (const option of options()) expect(option).toHaveAttribute('aria-selected');
  });

  it('moves down and up through the options and around both ends, and the focus stays in the field', async () => {
    await renderOpen();
    expect(activeIndex()).toBe(rest);
    for (let index = rest + 1; index < 3; index++) {
      await userEvent.keyboard('{ArrowDown}');
      expect(activeIndex()).toBe(index);
      expect(field()).toHaveAttribute('aria-activedescendant', options()[index]?.id);
      expect(field()).toHaveFocus();
    }
    await userEvent.keyboard('{ArrowDown}');
    expect(activeIndex()).toBe(0);
    await userEvent.keyboard('{ArrowUp}');
    expect(activeIndex()).toBe(2);
    await userEvent.keyboard('{ArrowUp}');
    expect(activeIndex()).toBe(1);
    expect(field()).toHaveValue('des');
  });

  it('moves up to the last option first', async () => {
    await renderOpen();
    await userEvent.keyboard('{ArrowUp}');
    expect(activeIndex()).toBe(2);
  });

  it.each([
    ['Home', 0],
    ['End', 3],
    ['ArrowLeft', 2],
  ])('%s moves the caret and leaves the options', async (key, caret) => {
    await renderOpen();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await userEvent.keyboard(`{${key}}`);
    expect(activeIndex()).toBe(rest);
    expect(field()).toHaveProperty('selectionStart', caret);
  });

  it('leaves the options when typing goes on', async () => {
    await renderOpen();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await userEvent.keyboard('i');
    expect(field()).toHaveValue('desi');
    expect(activeIndex()).toBe(rest);
  });

  it('leaves keys with Shift, Ctrl and Cmd to the text field', async () => {
    await renderOpen();
    await userEvent.keyboard(
      '{Shift>}{ArrowDown}{/Shift}{Control>}{ArrowDown}{/Control}{Meta>}{ArrowUp}{/Meta}',
    );
    expect(activeIndex()).toBe(rest);
  });

  it('makes the option under the pointer active, and keeps the focus in the field', async () => {
    await renderOpen();
    await userEvent.hover(options()[1] ?? document.body);
    expect(activeIndex()).toBe(1);
    await userEvent.pointer({ target: options()[1], keys: '[MouseLeft>]' });
    expect(field()).toHaveFocus();
  });

  it('closes on Escape', async () => {
    await renderOpen();
    await userEvent.keyboard('{Escape}');
    expect(closesOnEscape()).toBe(true);
  });
});

describe('a list that opens and closes', () => {
  const field = () => screen.getByRole('combobox', { name: 'Tags' });

  beforeEach(async () => {
    fakeApi(answersForMember());
    renderScreen(<Tags />);
    await userEvent.click(field());
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    expect(field()).not.toHaveAttribute('aria-controls');
  });

  it.each([
    ['{ArrowDown}', 0],
    ['{ArrowUp}', 3],
    ['{Alt>}{ArrowDown}{/Alt}', -1],
  ])('opens with %s and makes option %i active', async (keys, index) => {
    await userEvent.keyboard(keys);
    expect(activeIndex()).toBe(index);
    expect(field()).toHaveFocus();
  });

  it('closes with Alt and Up', async () => {
    await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
