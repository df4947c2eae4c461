import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Tags from '@/components/moderation/sections/tags';
import type { CuratedTag } from '@/lib/contract/tag-curation';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const tag = (id: string, name: string, more: Partial<CuratedTag> = {}): CuratedTag => ({
  ...{ id, name, slug: name.toLowerCase(), productCount: 3, description: '', parent: null },
  ...{ synonyms: [], formerSlugs: [], isHidden: false, ...more },
});
const js = tag('1', 'JS', { synonyms: [{ slug: 'ecma', name: 'ECMA' }], formerSlugs: ['java-script'] });
const javascript = tag('2', 'JavaScript');

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const show = () =>
  renderScreen(
    <>
      <Tags />
      <ToastRegion />
    </>,
  );

it('merges a tag into one that is found while the moderator types, by keyboard', async () => {
  let sent: unknown;
  let isMerged = false;
  fakeApi({
    'GET /moderation/tags': () => ok({ tags: isMerged ? [javascript] : [javascript, js], nextCursor: null }),
    'POST /moderation/tags/1/merge': (_, body) => {
      sent = body;
      isMerged = true;
      return ok({
        merge: {
          ...{
            id: '7',
            source: { slug: 'js', name: 'JS' },
            target: { slug: 'javascript', name: 'JavaScript' },
          },
          ...{ state: 'moving', sourceProductCount: 3, targetProductCount: 3, productCount: 3 },
          ...{ moderatorHandle: 'mo', createdAt: '2026-06-01T12:00:00.000Z' },
          undoableUntil: '2026-07-01T12:00:00.000Z',
        },
      });
    },
  });
  show();
  expect(await screen.findByText('3 tools · also ECMA · formerly /tag/java-script')).toBeInTheDocument();
  await userEvent.click(screen.getByText(/^Change/, { selector: 'li:nth-child(2) summary' }));
  expect(screen.queryByRole('button', { name: /Merge JS into/ })).not.toBeInTheDocument();

  await userEvent.type(screen.getByRole('combobox', { name: 'Merge into' }), 'java');
  await screen.findByRole('option', { name: /JavaScript/ });
  expect(screen.queryByRole('option', { name: /^JS/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Merge JS into JavaScript' }));

  await waitFor(() => expect(sent).toEqual({ intoId: '2' }));
  expect(await screen.findByText(/JS is merged into JavaScript/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('formerly /tag/java-script')).not.toBeInTheDocument());
});

it('keeps a form open, with what was typed into it, when the list of the filter arrives', async () => {
  const filtered = held();
  const { calls } = fakeApi({
    'GET /moderation/tags': (path) =>
      path.includes('q=j')
        ? filtered.answer
        : ok({ tags: [javascript, js, tag('3', 'Web')], nextCursor: null }),
  });
  show();
  await screen.findByText('/tag/web');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a tag' }), 'js');
  await userEvent.click(screen.getByText(/^Change/, { selector: 'li:nth-child(2) summary' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Synonym' }), 'Live');
  await waitFor(() => expect(calls()).toContain('GET /moderation/tags?q=js&state=all'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Synonym' }), 'Script');

  filtered.send(ok({ tags: [js], nextCursor: null }));

  await waitFor(() => expect(screen.queryByText('/tag/web')).not.toBeInTheDocument());
  expect(screen.getByRole('textbox', { name: 'Synonym' })).toHaveValue('LiveScript');
  expect(screen.getByRole('textbox', { name: 'Synonym' })).toHaveFocus();
});

it('shows no tags of the previous filter when the tags of the new filter fail to load', async () => {
  fakeApi({
    'GET /moderation/tags': (path) =>
      path.includes('q=j')
        ? refuse(503, 'unavailable', 'Try again soon.')
        : ok({ tags: [tag('3', 'Web')], nextCursor: null }),
  });
  show();
  await screen.findByText('/tag/web');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a tag' }), 'js');

  expect(await screen.findByText("We couldn't load the tags")).toBeInTheDocument();
  expect(screen.queryByText('/tag/web')).not.toBeInTheDocument();
});

it('renames, describes and hides a tag, and says why something failed', async () => {
  const sent: unknown[] = [];
  const note = (_: unknown, body: unknown) => {
    sent.push(body);
    return ok({});
  };
  fakeApi({
    'GET /moderation/tags': () => ok({ tags: [js], nextCursor: null }),
    'PUT /moderation/tags/1/name': (_, body) => {
      sent.push(body);
      return refuse(409, 'conflict', '/tag/web already leads to Web.');
    },
    'PUT /moderation/tags/1/description': note,
    'PUT /moderation/tags/1/hidden': note,
    'DELETE /moderation/tags/1/synonyms/ecma': note,
  });
  show();
  await userEvent.click(await screen.findByText(/^Change/));
  const address = screen.getByRole('textbox', { name: 'Address' });
  await userEvent.clear(address);
  await userEvent.type(address, 'web');
  await userEvent.click(screen.getByRole('button', { name: 'Rename JS' }));
  expect(await screen.findByText('/tag/web already leads to Web.')).toBeInTheDocument();

  await userEvent.type(screen.getByRole('textbox', { name: /Description/ }), 'About JS{enter}and more.');
  await userEvent.click(screen.getByRole('button', { name: 'Save the description of JS' }));
  expect(await screen.findByText('JS is described.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove ECMA' }));
  expect(await screen.findByText('ECMA is no longer a synonym of JS.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Hide JS' }));
  expect(await screen.findByText('JS is hidden.')).toBeInTheDocument();

  expect(sent).toEqual([
    { name: 'JS', slug: 'web' },
    { description: 'About JS and more.' },
    undefined,
    undefined,
  ]);
});

it('adds a synonym, and keeps in the field what the server refuses', async () => {
  const sent: unknown[] = [];
  let shown = js;
  fakeApi({
    'GET /moderation/tags': () => ok({ tags: [shown], nextCursor: null }),
    'POST /moderation/tags/1/synonyms': (_, body) => {
      sent.push(body);
      if (sent.length === 1) return refuse(409, 'conflict', 'Web is a tag already.');
      shown = { ...js, synonyms: [...js.synonyms, { slug: 'livescript', name: 'LiveScript' }] };
      return ok({});
    },
  });
  show();
  await userEvent.click(await screen.findByText(/^Change/));
  const field = screen.getByRole('textbox', { name: 'Synonym' });
  await userEvent.type(field, 'Web{Enter}');
  expect(await screen.findByText('Web is a tag already.')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add synonym of JS' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  );
  expect(field).toHaveValue('Web');

  await userEvent.clear(field);
  await userEvent.type(field, 'LiveScript{Enter}');
  expect(await screen.findByText('LiveScript leads to JS now.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Remove LiveScript' })).toBeInTheDocument();
  await waitFor(() => expect(field).toHaveValue(''));
  expect(sent).toEqual([{ name: 'Web' }, { name: 'LiveScript' }]);
});

it('puts a tag below another one, and below none', async () => {
  const sent: unknown[] = [];
  let shown = js;
  fakeApi({
    'GET /moderation/tags': (path) =>
      ok({ tags: path.includes('q=java') ? [shown, javascript] : [shown], nextCursor: null }),
    'PUT /moderation/tags/1/parent': (_, body) => {
      sent.push(body);
      const parent = sent.length === 1 ? { id: '2', slug: 'javascript', name: 'JavaScript' } : null;
      shown = { ...js, parent };
      return ok({});
    },
  });
  show();
  await userEvent.click(await screen.findByText(/^Change/));
  const field = screen.getByRole('combobox', { name: 'Above it' });
  expect(field).toHaveAccessibleDescription('A more general tag, whose page links here.');
  expect(screen.queryByRole('button', { name: /^Below none/ })).toBeNull();
  await userEvent.type(field, 'java');
  await screen.findByRole('option', { name: /JavaScript/ });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Put below JavaScript' }));

  expect(await screen.findByText('JS is below JavaScript now.')).toBeInTheDocument();
  expect(await screen.findByText(/^3 tools · below JavaScript · also/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Below none/ }));
  expect(await screen.findByText('JS is below no other tag now.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Below none/ })).toBeNull());
  expect(sent).toEqual([{ parentId: '2' }, { parentId: null }]);
});

it('shows a hidden tag without a link, and brings it back', async () => {
  let shown = { ...js, isHidden: true };
  const { calls } = fakeApi({
    'GET /moderation/tags': () => ok({ tags: [shown], nextCursor: null }),
    'DELETE /moderation/tags/1/hidden': () => {
      shown = js;
      return ok({});
    },
  });
  show();
  expect(await screen.findByRole('heading')).toHaveTextContent('JS /tag/js · hidden');
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByText(/^Change/));
  expect(screen.getByText('Its tools still have it. Show it to bring everything back.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show JS' }));

  expect(await screen.findByText('JS is shown again.')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'JS' })).toHaveAttribute('href', '/tag/js');
  expect(screen.getByRole('button', { name: 'Hide JS' })).toBeInTheDocument();
  expect(calls()).toContain('DELETE /moderation/tags/1/hidden');
});

it('says that nothing is hidden, that nothing is merged, and that loading failed', async () => {
  let isDown = true;
  fakeApi({
    'GET /moderation/tags': () =>
      isDown ? refuse(503, 'unavailable', 'Try again soon.') : ok({ tags: [], nextCursor: null }),
    'GET /moderation/tag-merges': () => ok({ merges: [], nextCursor: null }),
  });
  show();
  expect(await screen.findByText("We couldn't load the tags")).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Hidden' }));
  expect(await screen.findByText('No hidden tags')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Merges' }));
  expect(await screen.findByText('No merges')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Merges', pressed: true })).toBeInTheDocument();
});
