import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SectionPage from '@/pages/moderation/[section]';
import type { ChangedSetting, Setting, Settings, SettingsVersion } from '@/lib/contract/setting';
import type { Role } from '@/lib/contract/user';
import { type SettingsPageName, settingsPath } from '@/lib/pages/settings-pages';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const setting = (changes: Partial<Setting> & Pick<Setting, 'name' | 'label'>): Setting => ({
  ...{ group: 'site', meaning: 'What it means.', kind: 'line', unit: null, choices: [], columns: [] },
  ...{ default: '', stored: null, value: '', fixedBy: null },
  ...changes,
});
const NAME = setting({ name: 'NAME', label: 'Name', default: 'Listgrove', value: 'Listgrove' });
const siteOf = (version: number, settings: Setting[], fault: string | null = null): Settings => ({
  ...{ version, settings, fault },
});
const changed = (name: string, label: string, before: string, after: string): ChangedSetting => ({
  ...{ name, label, before, after, effect: 'Every link changes.' },
});
const user = (role: Role) =>
  ok({
    user: {
      ...{ id: '1', email: 'mo@example.com', name: 'Mo', handle: 'mo', avatarURL: null, role },
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  });

type Answers = Parameters<typeof fakeApi>[0];
function open(answers: Answers, page: SettingsPageName = 'site', role: Role = 'admin') {
  const api = fakeApi({ 'GET /user/private/getProtectedUserInfo': () => user(role), ...answers });
  renderScreen(<SectionPage name="settings" />, { path: settingsPath(page) });
  return api;
}

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('is for admins alone', async () => {
  const api = open({}, 'site', 'moderator');
  expect(await screen.findByText('Only admins of this site can change its settings.')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Settings', current: 'page' })).toBeNull();
  expect(api.calls()).toEqual(['GET /user/private/getProtectedUserInfo']);
});

it('does not exist for members', async () => {
  open({}, 'site', 'member');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

it('shows what would change before it saves, and then what holds', async () => {
  const bodies: unknown[] = [];
  const saving = held();
  open({
    'GET /moderation/settings': () => ok(siteOf(3, [NAME])),
    'POST /moderation/settings/checks': (_, body) => {
      bodies.push(body);
      return ok({ changes: [changed('NAME', 'Name', 'Listgrove', 'Fontgrove')] });
    },
    'PUT /moderation/settings': (_, body) => {
      bodies.push(body);
      return saving.answer;
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect(field).toHaveAccessibleDescription('What it means. Default: Listgrove.');
  expect(screen.getByRole('button', { name: 'See what changes' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.type(field, 'Fontgrove{Enter}');
  expect(await screen.findByRole('heading', { name: 'What changes' })).toHaveFocus();
  expect(screen.getByText('Every link changes.')).toBeInTheDocument();
  expect(screen.getByText('Listgrove', { selector: 'del span' })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /^Why, for the history/ }), 'New name');
  await userEvent.click(screen.getByRole('button', { name: 'Save the changes' }));
  expect(screen.getByRole('button', { name: 'Save the changes' })).toHaveAttribute('aria-disabled', 'true');
  saving.send(ok(siteOf(4, [{ ...NAME, stored: 'Fontgrove', value: 'Fontgrove' }])));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the changes' })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Fontgrove');
  const changes = [{ name: 'NAME', value: 'Fontgrove' }];
  expect(bodies).toEqual([{ changes }, { basedOn: 3, changes, note: 'New name' }]);
});

it('says at the field what is wrong with a value', async () => {
  open({
    'GET /moderation/settings': () => ok(siteOf(0, [NAME])),
    'POST /moderation/settings/checks': () =>
      refuse(400, 'bad_request', 'Not like this.', { NAME: 'NAME is too odd.' }),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'x{Enter}');
  expect(await screen.findByText('NAME is too odd.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('keeps what was typed after a conflict, beside what somebody else has saved', async () => {
  const other = setting({ name: 'COLOR', label: 'Color', kind: 'color' });
  const differs = 'It is now “#111111”, changed by Grace.';
  let version = 1;
  const bases: unknown[] = [];
  open({
    'GET /moderation/settings': () =>
      ok(siteOf(version, [NAME, { ...other, stored: version > 1 ? '#111111' : null }])),
    'POST /moderation/settings/checks': () => ok({ changes: [changed('NAME', 'Name', 'Listgrove', 'Mine')] }),
    'PUT /moderation/settings': (_, body) => {
      bases.push(Reflect.get(Object(body), 'basedOn'));
      version = 2;
      return bases.length === 1
        ? refuse(409, 'conflict', 'Somebody has changed the settings since you opened this page.', {
            COLOR: differs,
          })
        : ok(siteOf(3, [NAME, other]));
    },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mine{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Save the changes' }));
  expect(await screen.findByText(differs)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Color' })).toHaveValue('#111111'));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
  await userEvent.click(screen.getByRole('button', { name: 'See what changes' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save the changes' }));
  await waitFor(() => expect(bases).toEqual([1, 2]));
});

it('shows what is fixed, and by what, without a field', async () => {
  const fixedBy = 'Fixed by NAME in the environment of the site.';
  open({
    'GET /moderation/settings': () =>
      ok(siteOf(0, [{ ...NAME, value: 'By variable', fixedBy }], 'It does not fit.')),
  });
  expect(await screen.findByText('By variable')).toBeInTheDocument();
  expect(screen.getByText(/Fixed by NAME in the environment/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('the last good ones hold: It does not fit.');
});

it('edits choices, several ones, lines and rows', async () => {
  const choices = [
    { value: 'icon', label: 'Icon' },
    { value: 'screenshot', label: 'Screenshot' },
  ];
  const columns = [
    { key: 'name', label: 'Link name' },
    { key: 'url', label: 'Link' },
  ];
  const bodies: unknown[] = [];
  open({
    'GET /moderation/settings': () =>
      ok(
        siteOf(0, [
          setting({ name: 'ONE', label: 'One', kind: 'choice', choices, default: 'icon' }),
          setting({ name: 'SOME', label: 'Some', kind: 'several', choices }),
          setting({ name: 'LINES', label: 'Lines', kind: 'lines', stored: '["a"]' }),
          setting({
            name: 'ROWS',
            label: 'Rows',
            kind: 'rows',
            columns,
            stored: '[{"name":"A","url":"/a"}]',
          }),
        ]),
      ),
    'POST /moderation/settings/checks': (_, body) => {
      bodies.push(body);
      return ok({ changes: [] });
    },
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'One' }), 'Screenshot');
  expect(screen.getByRole('option', { name: 'Default: Icon' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Screenshot' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Icon' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Lines' }), '\n b \n\nc');
  await userEvent.click(screen.getByRole('button', { name: 'Add a row to Rows' }));
  const rows = within(screen.getByRole('group', { name: 'Rows' }));
  await userEvent.type(rows.getAllByRole('textbox', { name: 'Link name' })[1] ?? document.body, 'B');
  await userEvent.type(rows.getAllByRole('textbox', { name: 'Link' })[1] ?? document.body, '/b');
  await userEvent.click(rows.getByRole('button', { name: 'Remove from Rows: row 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'See what changes' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        changes: [
          { name: 'ONE', value: 'screenshot' },
          { name: 'SOME', value: '["icon","screenshot"]' },
          { name: 'LINES', value: '["a","b","c"]' },
          { name: 'ROWS', value: '[{"name":"B","url":"/b"}]' },
        ],
      },
    ]),
  );
});

it('says why the settings could not be loaded, and loads them again', async () => {
  let isDown = true;
  open({
    'GET /moderation/settings': () =>
      isDown ? refuse(503, 'unavailable', 'Try soon.') : ok(siteOf(0, [NAME])),
  });
  expect(await screen.findByText("We couldn't load the settings")).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeInTheDocument();
});

it('lists every change with its author, and undoes one', async () => {
  const version: SettingsVersion = {
    ...{ version: 7, authorName: 'Ada', authorHandle: 'ada', note: 'New name', undone: null },
    createdAt: '2026-06-01T12:00:00.000Z',
    changes: [{ name: 'NAME', label: 'Name', kind: 'line', before: null, after: 'Fontgrove' }],
  };
  const bodies: unknown[] = [];
  open(
    {
      'GET /moderation/settings/versions': () => ok({ version: 7, versions: [version], nextCursor: null }),
      'POST /moderation/settings/versions/7/undo': (_, body) => {
        bodies.push(body);
        return ok(siteOf(8, [NAME]));
      },
    },
    'history',
  );
  expect(await screen.findByRole('heading', { name: 'Change 7' })).toBeInTheDocument();
  expect(screen.getByText(/by @ada/)).toBeInTheDocument();
  expect(screen.getByText('The default', { selector: 'del span' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Undo change 7' }));
  await waitFor(() => expect(bodies).toEqual([{ basedOn: 7 }]));
});
